package seismark.peers.axis2;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.om.OMXMLBuilderFactory;
import org.apache.neethi.Policy;
import org.apache.neethi.PolicyEngine;

/** One side's security: who it is, whom it speaks with, and where its keys are. */
record Security(String own, String peer, Path keys, Secrets secrets) {
  static Security ofServer(Path keys, Secrets secrets) {
    return new Security("server", "useReqSigCert", keys, secrets); // Rampart's word for the signer of the request
  }

  static Security ofClient(Path keys, Secrets secrets) {
    return new Security("client", "server", keys, secrets);
  }

  /** The policy of that name, as this side follows it. */
  Policy named(String name) throws IOException {
    try (InputStream in = open("/policies/" + name + ".xml")) {
      return complete(parse(OMXMLBuilderFactory.createOMBuilder(in).getDocumentElement()));
    }
  }

  /** A policy with what Rampart has to know beside it. */
  Policy complete(Policy policy) throws IOException {
    try (InputStream in = open("/rampart.xml")) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .replace("{user}", escape(secrets.user()))
          .replace("{own}", own)
          .replace("{peer}", peer)
          .replace("{store}", escape(keys.resolve(own + ".jks").toString()));
      return policy.merge(parse(OMXMLBuilderFactory.createOMBuilder(new StringReader(text)).getDocumentElement()));
    }
  }

  private static Policy parse(OMElement policy) {
    return PolicyEngine.getPolicy(policy);
  }

  private static InputStream open(String resource) {
    return Security.class.getResourceAsStream(resource);
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;");
  }
}
