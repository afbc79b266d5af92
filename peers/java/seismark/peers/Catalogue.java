package seismark.peers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;

/** The catalogue in columns, in order of time, with the names of its areas and regions. It never changes. */
public final class Catalogue {
  public final long[] time; // seconds since 1970
  public final int[] millis;
  public final float[] latitude;
  public final float[] longitude;
  public final float[] depth;
  public final float[] magnitude;
  public final String[] method;
  public final int[] region;
  public final int[] area;
  public final String[] areaName = new String[51]; // from 1
  public final String[] regionName = new String[758]; // from 1

  /** Reads a file of quakes, one a line, and a file of names. */
  public Catalogue(Path quakes, Path regions) throws IOException {
    List<String> lines = Files.readAllLines(quakes);
    int n = lines.size();
    time = new long[n];
    millis = new int[n];
    latitude = new float[n];
    longitude = new float[n];
    depth = new float[n];
    magnitude = new float[n];
    method = new String[n];
    region = new int[n];
    area = new int[n];
    for (int i = 0; i < n; i++) {
      read(i, lines.get(i).split(" "));
    }
    for (String line : Files.readAllLines(regions)) {
      name(line.split(" ", 3));
    }
  }

  private void read(int i, String[] f) {
    time[i] = LocalDateTime.parse(f[0] + "T" + f[1]).toEpochSecond(ZoneOffset.UTC);
    millis[i] = Integer.parseInt(f[2]);
    latitude[i] = Float.parseFloat(f[3]);
    longitude[i] = Float.parseFloat(f[4]);
    depth[i] = Float.parseFloat(f[5]);
    magnitude[i] = Float.parseFloat(f[6]);
    method[i] = f[7].intern();
    region[i] = Integer.parseInt(f[8]);
    area[i] = Integer.parseInt(f[9]);
  }

  /** "* AREA NAME" is an area's, "REGION AREA NAME" a region's. */
  private void name(String[] f) {
    if (f[0].equals("*")) {
      areaName[Integer.parseInt(f[1])] = f[2];
    } else {
      regionName[Integer.parseInt(f[0])] = f[2];
    }
  }

  /** The rows that match, those of an area together and in order of time. */
  public int[] match(Bounds b) {
    int[] found = new int[64];
    int n = 0;
    int[] next = new int[areaName.length + 1];
    for (int i = atLeast(b.first()); i < time.length && time[i] <= b.last(); i++) {
      if (Bounds.within(longitude[i], b.minLong(), b.maxLong()) && Bounds.within(latitude[i], b.minLat(), b.maxLat())
          && Bounds.within(magnitude[i], b.minMag(), b.maxMag()) && Bounds.within(depth[i], b.minDepth(), b.maxDepth())) {
        if (n == found.length) {
          found = Arrays.copyOf(found, 2 * n);
        }
        found[n++] = i;
        next[area[i] + 1]++;
      }
    }
    for (int a = 1; a < next.length; a++) {
      next[a] += next[a - 1];
    }
    int[] rows = new int[n];
    for (int k = 0; k < n; k++) {
      rows[next[area[found[k]]]++] = found[k];
    }
    return rows;
  }

  /** The first row of this time or later. */
  private int atLeast(long second) {
    int low = 0;
    int high = time.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (time[middle] < second) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
