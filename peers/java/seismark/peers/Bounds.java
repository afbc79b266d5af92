package seismark.peers;

/**
 * What a request asks for; its bounds may all be absent (null). Dates in milliseconds since 1970, and inclusive; the
 * upper bounds of numbers are exclusive.
 */
public record Bounds(
    Long minDate, Long maxDate, Float minLong, Float maxLong, Float minLat, Float maxLat,
    Float minMag, Float maxMag, Float minDepth, Float maxDepth) {

  /** The first second that matches. */
  long first() {
    return minDate == null ? Long.MIN_VALUE : -Math.floorDiv(-minDate, 1000L);
  }

  /** The last second that matches. */
  long last() {
    return maxDate == null ? Long.MAX_VALUE : Math.floorDiv(maxDate, 1000L);
  }

  static boolean within(float value, Float min, Float max) {
    return (min == null || value >= min) && (max == null || value < max);
  }
}
