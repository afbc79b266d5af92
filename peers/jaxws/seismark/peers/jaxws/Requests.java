package seismark.peers.jaxws;

import java.util.List;
import javax.xml.datatype.DatatypeConfigurationException;
import javax.xml.datatype.DatatypeFactory;
import seismark.peers.Query;
import seismark.peers.types.MatchQuakes;
import seismark.peers.types.Quake;
import seismark.peers.types.QuakeSet;
import seismark.peers.types.Region;
import seismark.peers.types.Results;

/** Requests of a sequence, and what is counted of their answers. */
public final class Requests {
  private Requests() {
  }

  public static List<MatchQuakes> of(List<Query> queries) throws DatatypeConfigurationException {
    DatatypeFactory dates = DatatypeFactory.newInstance();
    return queries.stream().map(q -> request(q, dates)).toList();
  }

  private static MatchQuakes request(Query q, DatatypeFactory dates) {
    MatchQuakes request = new MatchQuakes();
    request.setMinDate(dates.newXMLGregorianCalendar(q.minDate().toString()));
    request.setMaxDate(dates.newXMLGregorianCalendar(q.maxDate().toString()));
    request.setMinLong(q.minLong());
    request.setMaxLong(q.maxLong());
    request.setMinLat(q.minLat());
    request.setMaxLat(q.maxLat());
    return request;
  }

  /** The quakes that were decoded, each with its region. */
  public static int quakes(Results results) {
    int quakes = 0;
    for (QuakeSet set : results.getResultSet()) {
      for (Quake quake : set.getQuakes().getQuake()) {
        if (quake.getRegion() instanceof Region) {
          quakes++;
        }
      }
    }
    return quakes;
  }
}
