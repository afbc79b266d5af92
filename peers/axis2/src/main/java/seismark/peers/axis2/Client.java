package seismark.peers.axis2;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import org.apache.axis2.AxisFault;
import org.apache.axis2.client.Options;
import org.apache.axis2.client.ServiceClient;
import org.apache.http.impl.client.HttpClients;
import org.apache.neethi.Policy;
import seismark.peers.Arguments;
import seismark.peers.Passes;
import seismark.peers.Query;
import seismark.peers.axis2.types.MatchQuakes;
import seismark.peers.axis2.types.Quake;
import seismark.peers.axis2.types.QuakeSet;
import seismark.peers.axis2.types.Results;
import seismark.peers.axis2.wsdl.SeismicStub;

/** Walks a sequence against a service, by the stub that Axis2 makes of the WSDL. */
public final class Client {
  public static void main(String[] words) throws Exception {
    Arguments arguments = new Arguments(words);
    SeismicStub stub = new SeismicStub(Axis.start(arguments.path("repository")), arguments.text("url"));
    stub._getServiceClient().getOptions().setProperty(Axis.HTTP, HttpClients.createDefault());
    if (!arguments.text("policy").equals("plain")) {
      Secrets secrets = new Secrets(arguments.text("user"), arguments.text("password"));
      Security security = Security.ofClient(arguments.path("keys"), secrets);
      secure(stub._getServiceClient(), policy(arguments, security), secrets);
    }
    List<MatchQuakes> queries = Query.read(arguments.path("queries")).stream().map(Client::request).toList();
    Passes.walk(arguments, queries.size(), i -> count(stub.matchQuakes(queries.get(i))));
  }

  /** The policy is in the service's WSDL where its address is given, else one of ours. */
  private static Policy policy(Arguments arguments, Security security) throws IOException {
    String wsdl = arguments.text("wsdl", "");
    return wsdl.isEmpty() ? security.named(arguments.text("policy")) : security.complete(Contract.policy(URI.create(wsdl)));
  }

  private static void secure(ServiceClient client, Policy policy, Secrets secrets) throws AxisFault {
    client.engageModule(Axis.RAMPART);
    Options options = client.getOptions();
    options.setProperty(Axis.POLICY, policy);
    options.setProperty(Axis.PASSWORDS, secrets);
  }

  private static MatchQuakes request(Query query) {
    MatchQuakes request = new MatchQuakes();
    request.setMinDate(Dates.calendar(query.minDate()));
    request.setMaxDate(Dates.calendar(query.maxDate()));
    request.setMinLong(query.minLong());
    request.setMaxLong(query.maxLong());
    request.setMinLat(query.minLat());
    request.setMaxLat(query.maxLat());
    return request;
  }

  /** The quakes of an answer. Axis2 has null for a list without elements. */
  private static int count(Results results) {
    int quakes = 0;
    for (QuakeSet set : orNone(results.getResultSet(), new QuakeSet[0])) {
      quakes += orNone(set.getQuakes().getQuake(), new Quake[0]).length;
    }
    return quakes;
  }

  private static <T> T[] orNone(T[] list, T[] none) {
    return list == null ? none : list;
  }
}
