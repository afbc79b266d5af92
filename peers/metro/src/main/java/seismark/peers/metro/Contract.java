package seismark.peers.metro;

import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** A WSDL with the assertions of a policy. Metro takes all its settings from there. */
final class Contract {
  private static final String WSDL = "http://schemas.xmlsoap.org/wsdl/";
  private final Document document;

  private Contract(Document document) {
    this.document = document;
  }

  /** The contract with the policy of this name. */
  static Contract of(String policy) throws IOException {
    Contract contract = at(Contract.class.getResource("/seismic.wsdl"));
    switch (policy) {
      case "username" -> contract.attach("binding", "username");
      case "sign", "signencr" -> {
        contract.attach("binding", "certificates");
        contract.attach("input", policy);
        contract.attach("output", policy);
      }
      default -> { }
    }
    return contract;
  }

  /** The contract that stands at an address, with the policy that it has there. */
  static Contract at(URL address) throws IOException {
    DocumentBuilderFactory parsers = DocumentBuilderFactory.newInstance();
    parsers.setNamespaceAware(true);
    try {
      return new Contract(parsers.newDocumentBuilder().parse(address.toString()));
    } catch (ParserConfigurationException | SAXException e) {
      throw new IOException("WSDL at " + address, e);
    }
  }

  /** Puts a policy into an element of the binding, or into the binding. */
  private void attach(String element, String policy) throws IOException {
    Element subject = (Element) document.getElementsByTagNameNS(WSDL, "binding").item(0);
    if (!element.equals("binding")) {
      subject = (Element) subject.getElementsByTagNameNS(WSDL, element).item(0);
    }
    Document assertions = at(Contract.class.getResource("/policies/" + policy + ".xml")).document;
    subject.insertBefore(document.importNode(assertions.getDocumentElement(), true), subject.getFirstChild());
  }

  List<Element> elements(String namespace, String name) {
    NodeList found = document.getElementsByTagNameNS(namespace, name);
    return IntStream.range(0, found.getLength()).mapToObj(i -> (Element) found.item(i)).toList();
  }

  /** The address of a file of it, which lasts as long as the process. */
  URL publish() throws IOException {
    Path file = Files.createTempFile("seismic", ".wsdl");
    file.toFile().deleteOnExit();
    try {
      TransformerFactory.newInstance().newTransformer().transform(new DOMSource(document), new StreamResult(file.toFile()));
    } catch (TransformerException e) {
      throw new IOException(e);
    }
    return file.toUri().toURL();
  }
}
