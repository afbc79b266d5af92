package seismark.peers.cxf;

import jakarta.xml.soap.SOAPException;
import jakarta.xml.soap.SOAPMessage;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.cxf.binding.soap.SoapFault;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.binding.soap.interceptor.AbstractSoapInterceptor;
import org.apache.cxf.helpers.CastUtils;
import org.apache.cxf.helpers.DOMUtils;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.ws.security.wss4j.CryptoCoverageUtil;
import org.apache.cxf.ws.security.wss4j.CryptoCoverageUtil.CoverageScope;
import org.apache.cxf.ws.security.wss4j.CryptoCoverageUtil.CoverageType;
import org.apache.cxf.ws.security.wss4j.WSS4JInInterceptor;
import org.apache.wss4j.common.ext.WSSecurityException;
import org.apache.wss4j.dom.WSConstants;
import org.apache.wss4j.dom.WSDataRef;
import org.apache.wss4j.dom.engine.WSSecurityEngineResult;
import org.apache.wss4j.dom.handler.WSHandlerConstants;
import org.apache.wss4j.dom.handler.WSHandlerResult;
import org.apache.wss4j.dom.message.token.Timestamp;
import org.w3c.dom.Element;

/**
 * Holds what is signed and encrypted to the policy. CXF does it so, by the nodes themselves, for who names a
 * WS-SecurityPolicy; its DefaultCryptoCoverageChecker, for actions, finds them by XPath, which takes a third of a
 * client's time on large answers.
 */
final class Coverage extends AbstractSoapInterceptor {
  private final boolean encrypts;

  Coverage(boolean encrypts) {
    super(Phase.PRE_PROTOCOL);
    addAfter(WSS4JInInterceptor.class.getName());
    this.encrypts = encrypts;
  }

  @Override
  public void handleMessage(SoapMessage message) {
    Collection<WSDataRef> signed = covered(message, WSConstants.SIGN);
    Collection<WSDataRef> encrypted = covered(message, WSConstants.ENCR);
    try {
      CryptoCoverageUtil.reconcileEncryptedSignedRefs(signed, encrypted);
      Element body = body(message);
      CryptoCoverageUtil.checkBodyCoverage(body, signed, CoverageType.SIGNED, CoverageScope.ELEMENT);
      if (encrypts) {
        CryptoCoverageUtil.checkBodyCoverage(body, encrypted, CoverageType.ENCRYPTED, CoverageScope.CONTENT);
      }
    } catch (WSSecurityException | SOAPException e) {
      throw refused(e.getMessage());
    }
    if (!results(message, WSConstants.TS).allMatch(r -> isSigned(r, signed))) {
      throw refused("The Timestamp is not SIGNED");
    }
  }

  private static Element body(SoapMessage message) throws SOAPException {
    SOAPMessage saaj = message.getContent(SOAPMessage.class);
    if (saaj == null) {
      throw refused("There is no SOAP message");
    }
    return (Element) DOMUtils.getDomElement(saaj.getSOAPBody());
  }

  private static boolean isSigned(WSSecurityEngineResult timestamp, Collection<WSDataRef> signed) {
    Element element = ((Timestamp) timestamp.get(WSSecurityEngineResult.TAG_TIMESTAMP)).getElement();
    return signed.stream().anyMatch(r -> r.getProtectedElement() == element);
  }

  private static Collection<WSDataRef> covered(SoapMessage message, int action) {
    return results(message, action)
        .map(r -> CastUtils.cast((List<?>) r.get(WSSecurityEngineResult.TAG_DATA_REF_URIS), WSDataRef.class))
        .filter(Objects::nonNull)
        .flatMap(List::stream)
        .collect(Collectors.toSet());
  }

  private static Stream<WSSecurityEngineResult> results(SoapMessage message, int action) {
    List<WSHandlerResult> headers = CastUtils.cast((List<?>) message.get(WSHandlerConstants.RECV_RESULTS));
    return headers == null
        ? Stream.empty()
        : headers.stream().flatMap(h -> h.getActionResults().getOrDefault(action, List.of()).stream());
  }

  private static SoapFault refused(String why) {
    return new SoapFault(why, Fault.FAULT_CODE_CLIENT);
  }
}
