package seismark.peers.cxf;

import java.util.HashMap;
import org.apache.cxf.jaxws.EndpointImpl;
import seismark.peers.Arguments;
import seismark.peers.Catalogue;
import seismark.peers.jaxws.Answers;

/** Serves one policy until it is stopped. */
public final class Server {
  private Server() {
  }

  public static void main(String[] words) throws Exception {
    Arguments a = new Arguments(words);
    String policy = a.text("policy");
    EndpointImpl endpoint = new EndpointImpl(new Answers(new Catalogue(a.path("quakes"), a.path("regions"))));
    endpoint.setWsdlLocation("classpath:seismic.wsdl");
    endpoint.setProperties(new HashMap<>(Settings.COMMON));
    new Actions(policy, a.text("suite"), a.text("engine").equals("stax")).addTo(endpoint, Identity.of("server", a));
    String root = "http://127.0.0.1:" + a.number("port");
    endpoint.publish(root + "/seismic/" + policy);
    System.out.println("READY " + root);
    Thread.sleep(Long.MAX_VALUE);
  }
}
