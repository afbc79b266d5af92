package seismark.peers.axis2;

import java.time.Instant;
import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.Locale;
import java.util.TimeZone;

/** Dates as Axis2 has them. */
final class Dates {
  private Dates() { }

  static Calendar calendar(Instant instant) {
    Calendar calendar = new GregorianCalendar(TimeZone.getTimeZone("UTC"), Locale.ROOT);
    calendar.setTimeInMillis(instant.toEpochMilli());
    return calendar;
  }
}
