package seismark.peers.cxf;

import java.util.HashMap;
import java.util.Map;
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
    Map<String, Object> settings = new HashMap<>(Settings.COMMON);
    Identity self = Identity.of("server", a);
    String engine = a.text("engine");
    if (engine.equals("policy")) {
      endpoint.setWsdlLocation(Contract.with(policy));
      settings.putAll(Assertions.of(self));
    } else {
      endpoint.setWsdlLocation("classpath:seismic.wsdl");
      new Actions(policy, a.text("suite"), engine.equals("stax")).addTo(endpoint, self);
    }
    endpoint.setProperties(settings);
    String root = "http://127.0.0.1:" + a.number("port");
    endpoint.publish(root + "/seismic/" + policy);
    System.out.println("READY " + root);
    Thread.sleep(Long.MAX_VALUE);
  }
}
