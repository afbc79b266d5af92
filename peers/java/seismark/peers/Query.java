package seismark.peers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/** One query of a sequence. Degrees; upper bounds of places are exclusive. */
public record Query(Instant minDate, Instant maxDate, float minLong, float maxLong, float minLat, float maxLat) {

  /** Reads a file of queries: minDate maxDate minLong maxLong minLat maxLat, and what more stands in a line. */
  public static List<Query> read(Path file) throws IOException {
    return Files.readAllLines(file).stream().map(Query::parse).toList();
  }

  private static Query parse(String line) {
    String[] f = line.trim().split("\\s+");
    return new Query(Instant.parse(f[0]), Instant.parse(f[1]),
        Float.parseFloat(f[2]), Float.parseFloat(f[3]), Float.parseFloat(f[4]), Float.parseFloat(f[5]));
  }
}
