package seismark.peers.metro;

import jakarta.xml.ws.BindingProvider;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import seismark.peers.Arguments;
import seismark.peers.Passes;
import seismark.peers.Query;
import seismark.peers.jaxws.Requests;
import seismark.peers.types.MatchQuakes;
import seismark.peers.wsdl.Seismic;
import seismark.peers.wsdl.SeismicInterface;

/** Walks passes over a sequence. */
public final class Client {
  private Client() {
  }

  public static void main(String[] words) throws Exception {
    Arguments a = new Arguments(words);
    List<MatchQuakes> requests = Requests.of(Query.read(a.path("queries")));
    SeismicInterface service = service(a);
    Passes.walk(a, requests.size(), i -> Requests.quakes(service.matchQuakes(requests.get(i))));
  }

  /** The service under the policy of a WSDL, where there is one, or under ours. */
  private static SeismicInterface service(Arguments a) throws IOException {
    String wsdl = a.text("wsdl", "");
    Contract contract = wsdl.isEmpty() ? Contract.of(a.text("policy")) : Contract.at(URI.create(wsdl).toURL());
    SeismicInterface service = new Seismic(Settings.of("client", a).complete(contract).publish()).getSeismicPort();
    ((BindingProvider) service).getRequestContext().put(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, a.text("url"));
    return service;
  }
}
