package seismark.peers.axis2;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.axis2.databinding.types.IDRef;
import org.apache.axis2.databinding.types.Id;
import org.apache.axis2.databinding.types.Token;
import seismark.peers.Bounds;
import seismark.peers.Catalogue;
import seismark.peers.axis2.types.MatchQuakes;
import seismark.peers.axis2.types.Quake;
import seismark.peers.axis2.types.QuakeSet;
import seismark.peers.axis2.types.Quakes_type0;
import seismark.peers.axis2.types.Region;
import seismark.peers.axis2.types.Regions_type0;
import seismark.peers.axis2.types.Results;
import seismark.peers.axis2.wsdl.SeismicSkeletonInterface;

/** Answers queries from a catalogue, in the classes that Axis2 makes of the WSDL. */
record Answers(Catalogue catalogue) implements SeismicSkeletonInterface {
  @Override
  public Results matchQuakes(MatchQuakes query) {
    int[] rows = catalogue.match(bounds(query));
    List<QuakeSet> sets = new ArrayList<>();
    for (int from = 0, to; from < rows.length; from = to) {
      for (to = from + 1; to < rows.length && area(rows[to]) == area(rows[from]); to++) { }
      sets.add(set(rows, from, to));
    }
    Results results = new Results();
    results.setResultSet(sets.toArray(new QuakeSet[0]));
    results.setCount(rows.length);
    return results;
  }

  private static Bounds bounds(MatchQuakes q) {
    return new Bounds(millis(q.getMinDate()), millis(q.getMaxDate()),
        bound(q.getMinLong()), bound(q.getMaxLong()), bound(q.getMinLat()), bound(q.getMaxLat()),
        bound(q.getMinMag()), bound(q.getMaxMag()), bound(q.getMinDepth()), bound(q.getMaxDepth()));
  }

  private static Long millis(Calendar date) {
    return date == null ? null : date.getTimeInMillis();
  }

  /** Axis2 says NaN of an element that is not there. */
  private static Float bound(float value) {
    return Float.isNaN(value) ? null : value;
  }

  private int area(int row) {
    return catalogue.area[row];
  }

  /** The quakes of one area, and the regions of the area that they are in. */
  private QuakeSet set(int[] rows, int from, int to) {
    Map<Integer, IDRef> used = new TreeMap<>();
    Quake[] quakes = new Quake[to - from];
    for (int i = 0; i < quakes.length; i++) {
      int row = rows[from + i];
      IDRef region = used.computeIfAbsent(catalogue.region[row], r -> new IDRef("r" + r));
      quakes[i] = quake(row, region);
    }
    QuakeSet set = new QuakeSet();
    set.setAreaName(catalogue.areaName[area(rows[from])]);
    set.setRegions(regions(used));
    set.setQuakes(new Quakes_type0());
    set.getQuakes().setQuake(quakes);
    set.getQuakes().setCount(quakes.length);
    return set;
  }

  private Quake quake(int row, IDRef region) {
    Quake quake = new Quake();
    quake.setTime(Dates.calendar(Instant.ofEpochSecond(catalogue.time[row])));
    quake.setMillis(catalogue.millis[row]);
    quake.setLatitude(catalogue.latitude[row]);
    quake.setLongitude(catalogue.longitude[row]);
    quake.setDepth(catalogue.depth[row]);
    quake.setMagnitude(catalogue.magnitude[row]);
    quake.setMethod(new Token(catalogue.method[row]));
    quake.setRegion(region);
    return quake;
  }

  private Regions_type0 regions(Map<Integer, IDRef> used) {
    Regions_type0 regions = new Regions_type0();
    used.forEach((index, reference) -> {
      Region region = new Region();
      region.setIdent(new Id(reference.toString()));
      region.setIndex(index);
      region.setString(catalogue.regionName[index]);
      regions.addRegion(region);
    });
    regions.setCount(used.size());
    return regions;
  }
}
