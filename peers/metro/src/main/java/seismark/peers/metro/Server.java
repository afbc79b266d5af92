package seismark.peers.metro;

import java.nio.file.Files;
import org.apache.catalina.Context;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import seismark.peers.Arguments;
import seismark.peers.Catalogue;
import seismark.peers.jaxws.Answers;

/** Serves one policy, in Tomcat, until it is stopped. */
public final class Server {
  private Server() {
  }

  public static void main(String[] words) throws Exception {
    Arguments a = new Arguments(words);
    String policy = a.text("policy");
    String path = "/seismic/" + policy;
    Contract contract = Settings.of("server", a).complete(Contract.of(policy));
    Answers answers = new Answers(new Catalogue(a.path("quakes"), a.path("regions")));
    Tomcat tomcat = at(a.number("port"));
    Context root = tomcat.addContext("", null);
    Tomcat.addServlet(root, "seismic", new Endpoint(answers, path, contract.publish()));
    root.addServletMappingDecoded(path, "seismic");
    tomcat.start();
    System.out.println("READY http://127.0.0.1:" + tomcat.getConnector().getLocalPort());
    tomcat.getServer().await();
  }

  /** A server that keeps its connections, as those of the other stacks do. */
  private static Tomcat at(int port) throws Exception {
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(Files.createTempDirectory("tomcat").toString());
    tomcat.setPort(port);
    Connector connector = tomcat.getConnector();
    connector.setProperty("address", "127.0.0.1");
    connector.setProperty("maxKeepAliveRequests", "-1");
    return tomcat;
  }
}
