package seismark.peers.cxf;

import java.util.HashMap;
import java.util.Map;
import org.apache.cxf.rt.security.SecurityConstants;

/**
 * Security by the WS-SecurityPolicy assertions of a service's WSDL: nothing is said here but keys and user, and the
 * signature's algorithm, for which SecurityPolicy 1.3 has no name.
 */
final class Assertions {
  private Assertions() {
  }

  static Map<String, Object> of(Identity self) {
    Map<String, Object> m = new HashMap<>();
    m.put("ws-security.username", self.user());
    m.put("ws-security.callback-handler", self);
    m.put(SecurityConstants.SIGNATURE_CRYPTO, self.crypto());
    m.put(SecurityConstants.SIGNATURE_USERNAME, self.side());
    m.put(SecurityConstants.ENCRYPT_CRYPTO, self.crypto());
    m.put(SecurityConstants.ENCRYPT_USERNAME, self.peer());
    m.put("ws-security.asymmetric.signature.algorithm", "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256");
    return m;
  }
}
