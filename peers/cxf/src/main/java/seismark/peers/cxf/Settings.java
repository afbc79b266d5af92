package seismark.peers.cxf;

import java.util.Map;

/** What is set on every endpoint of both sides. */
final class Settings {
  private Settings() {
  }

  /** No cache of what was seen before: other stacks have none, and it would be written to disk. */
  static final Map<String, Object> COMMON = Map.of(
      "ws-security.enable.timestamp.cache", "false",
      "ws-security.enable.nonce.cache", "false");
}
