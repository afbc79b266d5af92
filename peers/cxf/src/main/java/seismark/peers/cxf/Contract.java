package seismark.peers.cxf;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The contract with the assertions of a policy, which the service publishes, and keeps to. */
final class Contract {
  private Contract() {
  }

  /** The address of a file of it, which lasts as long as the process. */
  static String with(String policy) throws IOException {
    String wsdl = read("/seismic.wsdl");
    wsdl = switch (policy) {
      case "username" -> inBinding(wsdl, "username");
      case "sign", "signencr" -> inMessages(inBinding(wsdl, "certificates"), policy);
      default -> wsdl;
    };
    Path file = Files.createTempFile("seismic", ".wsdl");
    file.toFile().deleteOnExit();
    Files.writeString(file, wsdl);
    return file.toUri().toString();
  }

  private static String inBinding(String wsdl, String policy) {
    return wsdl.replace("<soap:binding ", assertions(policy) + "<soap:binding ");
  }

  private static String inMessages(String wsdl, String policy) {
    return wsdl.replace("<soap:body ", assertions(policy) + "<soap:body ");
  }

  private static String assertions(String policy) {
    return read("/policies/" + policy + ".xml");
  }

  private static String read(String resource) {
    try (InputStream in = Contract.class.getResourceAsStream(resource)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
