package seismark.peers;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.Locale;

/** Walks passes: one for each line of the standard input, and prints a line of Go benchmark text after it. */
public final class Passes {
  private Passes() {
  }

  /** One call of the sequence; it gives the number of quakes that were decoded from the answer. */
  public interface Call {
    int quakes(int query) throws Exception;
  }

  /** The process's work: passes until its input ends. A broken call ends it with 1. */
  public static void walk(Arguments a, int calls, Call call) {
    String cell = "stack=" + a.text("stack") + "/seq=" + a.text("sequence") + "/policy=" + a.text("policy")
        + "/suite=" + a.text("suite");
    try {
      walk(cell, calls, call);
      System.exit(0);
    } catch (Exception e) {
      e.printStackTrace();
      System.exit(1);
    }
  }

  private static void walk(String cell, int calls, Call call) throws Exception {
    BufferedReader steps = new BufferedReader(new InputStreamReader(System.in));
    for (String name = "BenchmarkColdSequence"; step(steps); name = "BenchmarkSequence") {
      long start = System.nanoTime();
      long quakes = 0;
      for (int i = 0; i < calls; i++) {
        quakes += call.quakes(i);
      }
      double each = (System.nanoTime() - start) / (double) calls;
      System.out.printf(Locale.ROOT, "%s/%s %d %.1f ns/op %d quakes/seq%n", name, cell, calls, each, quakes);
      System.out.flush();
    }
  }

  private static boolean step(BufferedReader steps) throws IOException {
    return steps.readLine() != null;
  }
}
