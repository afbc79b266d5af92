package seismark.peers;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** The arguments of a process, as a stack's file writes them: --name value, in any order. */
public final class Arguments {
  private final Map<String, String> values = new HashMap<>();

  public Arguments(String[] words) {
    if (words.length % 2 != 0) {
      throw new IllegalArgumentException("arguments: --name value, in pairs");
    }
    for (int i = 0; i < words.length; i += 2) {
      if (!words[i].startsWith("--")) {
        throw new IllegalArgumentException("argument " + words[i] + ": write --name value");
      }
      values.put(words[i].substring(2), words[i + 1]);
    }
  }

  /** The value of --name, which must be there. */
  public String text(String name) {
    String value = values.get(name);
    if (value == null) {
      throw new IllegalArgumentException("--" + name + " is missing");
    }
    return value;
  }

  /** The value of --name, or another where it is not there. */
  public String text(String name, String otherwise) {
    return values.getOrDefault(name, otherwise);
  }

  public int number(String name) {
    return Integer.parseInt(text(name));
  }

  public Path path(String name) {
    return Path.of(text(name));
  }
}
