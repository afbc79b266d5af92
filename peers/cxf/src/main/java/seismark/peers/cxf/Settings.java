package seismark.peers.cxf;

import java.util.Map;

/** What is set on every endpoint of both sides. */
final class Settings {
  private Settings() {
  }

  /**
   * No cache of what was seen before: other stacks have none, and it would be written to disk. HTTP by the JDK's blocking
   * client: CXF's manual has it perform best for calls one after another, and a plain client needs half of the time of a
   * processor that it needs with the other.
   */
  static final Map<String, Object> COMMON = Map.of(
      "ws-security.enable.timestamp.cache", "false",
      "ws-security.enable.nonce.cache", "false",
      "force.urlconnection.http.conduit", true);
}
