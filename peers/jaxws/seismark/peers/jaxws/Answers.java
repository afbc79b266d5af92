package seismark.peers.jaxws;

import jakarta.jws.WebService;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.datatype.DatatypeConfigurationException;
import javax.xml.datatype.DatatypeConstants;
import javax.xml.datatype.DatatypeFactory;
import javax.xml.datatype.XMLGregorianCalendar;
import seismark.peers.Bounds;
import seismark.peers.Catalogue;
import seismark.peers.types.MatchQuakes;
import seismark.peers.types.Quake;
import seismark.peers.types.QuakeSet;
import seismark.peers.types.Region;
import seismark.peers.types.Results;
import seismark.peers.wsdl.SeismicInterface;

/** Answers queries from a catalogue, in the classes that JAXB makes of the contract. */
@WebService(endpointInterface = "seismark.peers.wsdl.SeismicInterface", serviceName = "Seismic", portName = "SeismicPort",
    targetNamespace = "http://ws.sosnoski.com/seismic/wsdl")
public class Answers implements SeismicInterface {
  private final Catalogue catalogue;
  private final DatatypeFactory dates;

  public Answers(Catalogue catalogue) {
    this.catalogue = catalogue;
    try {
      dates = DatatypeFactory.newInstance();
    } catch (DatatypeConfigurationException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public Results matchQuakes(MatchQuakes query) {
    int[] rows = catalogue.match(bounds(query));
    Results results = new Results();
    results.setCount(rows.length);
    for (int from = 0, to; from < rows.length; from = to) {
      to = from + 1;
      while (to < rows.length && catalogue.area[rows[to]] == catalogue.area[rows[from]]) {
        to++;
      }
      results.getResultSet().add(set(rows, from, to));
    }
    return results;
  }

  private static Bounds bounds(MatchQuakes q) {
    return new Bounds(millis(q.getMinDate()), millis(q.getMaxDate()), q.getMinLong(), q.getMaxLong(),
        q.getMinLat(), q.getMaxLat(), q.getMinMag(), q.getMaxMag(), q.getMinDepth(), q.getMaxDepth());
  }

  /** A date without a zone is one of UTC. */
  private static Long millis(XMLGregorianCalendar date) {
    if (date == null) {
      return null;
    }
    if (date.getTimezone() == DatatypeConstants.FIELD_UNDEFINED) {
      date.setTimezone(0);
    }
    return date.toGregorianCalendar().getTimeInMillis();
  }

  /** The quakes of one area, and the regions of the area that they are in. */
  private QuakeSet set(int[] rows, int from, int to) {
    QuakeSet set = new QuakeSet();
    set.setAreaName(catalogue.areaName[catalogue.area[rows[from]]]);
    set.setQuakes(new QuakeSet.Quakes());
    set.getQuakes().setCount(to - from);
    Map<Integer, Region> regions = new TreeMap<>();
    for (int i = from; i < to; i++) {
      Region region = regions.computeIfAbsent(catalogue.region[rows[i]], this::region);
      set.getQuakes().getQuake().add(quake(rows[i], region));
    }
    set.setRegions(new QuakeSet.Regions());
    set.getRegions().setCount(regions.size());
    set.getRegions().getRegion().addAll(regions.values());
    return set;
  }

  private Region region(int index) {
    Region region = new Region();
    region.setIdent("r" + index);
    region.setIndex(index);
    region.setValue(catalogue.regionName[index]);
    return region;
  }

  private Quake quake(int row, Region region) {
    Quake quake = new Quake();
    quake.setTime(date(catalogue.time[row]));
    quake.setMillis(catalogue.millis[row]);
    quake.setLatitude(catalogue.latitude[row]);
    quake.setLongitude(catalogue.longitude[row]);
    quake.setDepth(catalogue.depth[row]);
    quake.setMagnitude(catalogue.magnitude[row]);
    quake.setMethod(catalogue.method[row]);
    quake.setRegion(region);
    return quake;
  }

  private XMLGregorianCalendar date(long second) {
    LocalDateTime d = LocalDateTime.ofEpochSecond(second, 0, ZoneOffset.UTC);
    return dates.newXMLGregorianCalendar(d.getYear(), d.getMonthValue(), d.getDayOfMonth(),
        d.getHour(), d.getMinute(), d.getSecond(), DatatypeConstants.FIELD_UNDEFINED, 0);
  }
}
