package seismark.peers.cxf;

import jakarta.xml.ws.BindingProvider;
import java.net.URL;
import java.util.List;
import java.util.Map;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.transport.http.HTTPConduit;
import org.apache.cxf.transports.http.configuration.HTTPClientPolicy;
import seismark.peers.Arguments;
import seismark.peers.Passes;
import seismark.peers.Query;
import seismark.peers.jaxws.Requests;
import seismark.peers.types.MatchQuakes;
import seismark.peers.wsdl.Seismic;
import seismark.peers.wsdl.SeismicInterface;

/** Walks passes over a sequence. */
public final class Client {
  private static final long TIMEOUT = 120_000; // ms

  private Client() {
  }

  public static void main(String[] words) throws Exception {
    Arguments a = new Arguments(words);
    List<MatchQuakes> requests = Requests.of(Query.read(a.path("queries")));
    SeismicInterface service = service(a);
    Passes.walk(a, requests.size(), i -> Requests.quakes(service.matchQuakes(requests.get(i))));
  }

  private static SeismicInterface service(Arguments a) throws Exception {
    String url = a.text("url");
    String engine = a.text("engine");
    boolean byPolicy = engine.equals("policy");
    URL wsdl = byPolicy ? new URL(url + "?wsdl") : Client.class.getResource("/seismic.wsdl");
    SeismicInterface service = new Seismic(wsdl).getSeismicPort();
    Map<String, Object> context = ((BindingProvider) service).getRequestContext();
    context.put(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, url);
    context.putAll(Settings.COMMON);
    Identity self = Identity.of("client", a);
    var client = ClientProxy.getClient(service);
    if (byPolicy) {
      context.putAll(Assertions.of(self));
    } else {
      new Actions(a.text("policy"), a.text("suite"), engine.equals("stax")).addTo(client, self);
    }
    ((HTTPConduit) client.getConduit()).setClient(http());
    return service;
  }

  /** HTTP/1.1, which all stacks speak. */
  private static HTTPClientPolicy http() {
    HTTPClientPolicy http = new HTTPClientPolicy();
    http.setVersion("1.1");
    http.setReceiveTimeout(TIMEOUT);
    return http;
  }
}
