package seismark.peers.metro;

import java.nio.file.Path;
import org.w3c.dom.Element;
import seismark.peers.Arguments;

/**
 * What Metro has to know beside a policy: keys, the user, and the algorithm of signatures, for which SecurityPolicy has
 * no name. It reads them as assertions of its own in the policy, which it does not publish.
 */
record Settings(String side, Path keys, String user, String password) {
  private static final String SECURITY = "http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702";
  private static final String OF_KEYS = "changeit";

  static Settings of(String side, Arguments a) {
    return new Settings(side, a.path("keys").toAbsolutePath(), a.text("user"), a.text("password"));
  }

  /** Completes the policy of a contract. */
  Contract complete(Contract contract) {
    for (Element suite : contract.elements(SECURITY, "AlgorithmSuite")) {
      suite.setAttribute("signatureAlgorithm", "SHA256withRSA");
    }
    for (Element binding : contract.elements(SECURITY, "AsymmetricBinding")) {
      stores((Element) binding.getParentNode());
    }
    for (Element tokens : contract.elements(SECURITY, "SupportingTokens")) {
      user((Element) tokens.getParentNode());
    }
    return contract;
  }

  private void stores(Element policy) {
    store(assertion(policy, "KeyStore")).setAttribute("alias", side);
    Element trusted = store(assertion(policy, "TrustStore"));
    if (isClient()) {
      trusted.setAttribute("peeralias", "server");
    }
  }

  private Element store(Element assertion) {
    assertion.setAttribute("location", keys.resolve(side + ".jks").toString());
    assertion.setAttribute("type", "JKS");
    assertion.setAttribute("storepass", OF_KEYS);
    assertion.setAttribute("keypass", OF_KEYS);
    return assertion;
  }

  private void user(Element policy) {
    if (isClient()) {
      Element handlers = assertion(policy, "CallbackHandlerConfiguration");
      handler(handlers, "CallbackHandler", "usernameHandler").setAttribute("default", user);
      handler(handlers, "CallbackHandler", "passwordHandler").setAttribute("default", password);
    } else {
      Element validators = assertion(policy, "ValidatorConfiguration");
      handler(validators, "Validator", "usernameValidator").setAttribute("classname", Users.class.getName());
    }
  }

  private Element handler(Element within, String element, String name) {
    Element handler = add(within, element);
    handler.setAttribute("name", name);
    return handler;
  }

  private Element assertion(Element policy, String name) {
    Element assertion = add(policy, name);
    assertion.setAttributeNS("http://java.sun.com/xml/ns/wsit/policy", "wspp:visibility", "private");
    return assertion;
  }

  private Element add(Element within, String name) {
    Element element = within.getOwnerDocument().createElementNS("http://schemas.sun.com/2006/03/wss/" + side, "sc:" + name);
    within.appendChild(element);
    return element;
  }

  private boolean isClient() {
    return side.equals("client");
  }
}
