package seismark.peers.cxf;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.cxf.interceptor.InterceptorProvider;
import org.apache.cxf.ws.security.wss4j.StaxActionInInterceptor;
import org.apache.cxf.ws.security.wss4j.StaxCryptoCoverageChecker;
import org.apache.cxf.ws.security.wss4j.WSS4JInInterceptor;
import org.apache.cxf.ws.security.wss4j.WSS4JOutInterceptor;
import org.apache.cxf.ws.security.wss4j.WSS4JStaxInInterceptor;
import org.apache.cxf.ws.security.wss4j.WSS4JStaxOutInterceptor;
import org.apache.wss4j.common.ConfigurationConstants;
import org.apache.wss4j.stax.ext.WSSConstants;
import org.apache.xml.security.stax.ext.XMLSecurityConstants;

/**
 * Security by WSS4J's actions: interceptors on each side of an endpoint, by DOM or streaming. Interceptors alone do not
 * check what was signed; a coverage checker behind them does.
 */
record Actions(String policy, String suite, boolean streaming) {
  private static final String SOAP = "http://schemas.xmlsoap.org/soap/envelope/";
  private static final String WSU =
      "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd";
  private static final String WSA = "http://www.w3.org/2005/08/addressing";
  private static final String CRYPTO = "crypto";

  private String names() {
    return switch (policy) {
      case "username" -> "UsernameToken";
      case "sign" -> "Timestamp Signature";
      case "signencr" -> "Timestamp Signature Encryption";
      default -> "";
    };
  }

  private boolean signs() {
    return policy.startsWith("sign");
  }

  /** Adds what one side of an endpoint needs. Answers under username are plain. */
  void addTo(InterceptorProvider end, Identity self) {
    if (names().isEmpty()) {
      return;
    }
    if (signs() || self.isClient()) {
      Map<String, Object> out = signs() ? outbound(self) : token(self);
      end.getOutInterceptors().add(streaming ? new WSS4JStaxOutInterceptor(out) : new WSS4JOutInterceptor(out));
    }
    if (signs() || !self.isClient()) {
      Map<String, Object> in = inbound(self);
      if (streaming) {
        end.getInInterceptors().add(new WSS4JStaxInInterceptor(in));
        end.getInInterceptors().add(new StaxActionInInterceptor(streamed()));
      } else {
        end.getInInterceptors().add(new WSS4JInInterceptor(in));
      }
    }
    if (signs()) {
      check(end);
    }
  }

  private Map<String, Object> common(Identity self) {
    Map<String, Object> m = new HashMap<>();
    m.put(ConfigurationConstants.ACTION, names());
    m.put(ConfigurationConstants.PW_CALLBACK_REF, self);
    m.put(CRYPTO, self.crypto());
    m.put(ConfigurationConstants.TTL_TIMESTAMP, "300");
    return m;
  }

  private Map<String, Object> token(Identity self) {
    Map<String, Object> m = common(self);
    m.put(ConfigurationConstants.USER, self.user());
    m.put(ConfigurationConstants.PASSWORD_TYPE, "PasswordText");
    return m;
  }

  private Map<String, Object> inbound(Identity self) {
    Map<String, Object> m = common(self);
    if (signs()) {
      m.put(ConfigurationConstants.SIG_VER_PROP_REF_ID, CRYPTO);
      m.put(ConfigurationConstants.DEC_PROP_REF_ID, CRYPTO);
      m.putAll(algorithms()); // others are refused then, but for digests where it streams
    }
    return m;
  }

  private Map<String, Object> outbound(Identity self) {
    Map<String, Object> m = common(self);
    m.put(ConfigurationConstants.SIGNATURE_USER, self.side());
    m.put(ConfigurationConstants.SIG_PROP_REF_ID, CRYPTO);
    m.put(ConfigurationConstants.SIG_KEY_ID, self.isClient() ? "DirectReference" : "IssuerSerial");
    m.put(ConfigurationConstants.SIGNATURE_PARTS, element(WSU, "Timestamp") + ";" + element(SOAP, "Body"));
    m.put(ConfigurationConstants.OPTIONAL_SIGNATURE_PARTS,
        Stream.of("To", "Action", "MessageID", "ReplyTo", "RelatesTo").map(n -> element(WSA, n)).collect(Collectors.joining(";")));
    m.put(ConfigurationConstants.ENC_PROP_REF_ID, CRYPTO);
    m.put(ConfigurationConstants.ENCRYPTION_USER, self.peer());
    m.put(ConfigurationConstants.ENC_KEY_ID, "IssuerSerial");
    m.put(ConfigurationConstants.ENCRYPTION_PARTS, "{Content}{" + SOAP + "}Body");
    m.putAll(algorithms());
    return m;
  }

  private Map<String, Object> algorithms() {
    return Map.of(
        ConfigurationConstants.SIG_ALGO, "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
        ConfigurationConstants.SIG_DIGEST_ALGO, "http://www.w3.org/2001/04/xmlenc#sha256",
        ConfigurationConstants.SIG_C14N_ALGO, "http://www.w3.org/2001/10/xml-exc-c14n#",
        ConfigurationConstants.ENC_SYM_ALGO, cipher(),
        ConfigurationConstants.ENC_KEY_TRANSPORT, "http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p");
  }

  private static String element(String namespace, String name) {
    return "{Element}{" + namespace + "}" + name;
  }

  private String cipher() {
    return switch (suite) {
      case "basic256sha256gcm" -> "http://www.w3.org/2009/xmlenc11#aes256-gcm";
      case "basic256sha256" -> "http://www.w3.org/2001/04/xmlenc#aes256-cbc";
      default -> throw new IllegalArgumentException("no suite " + suite);
    };
  }

  private List<XMLSecurityConstants.Action> streamed() {
    return Arrays.stream(names().split(" ")).map(name -> switch (name) {
      case "UsernameToken" -> WSSConstants.USERNAMETOKEN;
      case "Timestamp" -> WSSConstants.TIMESTAMP;
      case "Signature" -> XMLSecurityConstants.SIGNATURE;
      default -> XMLSecurityConstants.ENCRYPTION;
    }).toList();
  }

  private void check(InterceptorProvider end) {
    boolean encrypts = policy.equals("signencr");
    if (streaming) {
      StaxCryptoCoverageChecker checker = new StaxCryptoCoverageChecker();
      checker.setSignBody(true);
      checker.setSignTimestamp(true);
      checker.setEncryptBody(encrypts);
      end.getInInterceptors().add(checker);
    } else {
      end.getInInterceptors().add(new Coverage(encrypts));
    }
  }
}
