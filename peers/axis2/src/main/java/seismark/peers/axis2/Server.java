package seismark.peers.axis2;

import java.io.IOException;
import java.io.OutputStream;
import javax.servlet.ServletException;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.transport.http.AxisServlet;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.servlet.ServletContextHandler;
import org.eclipse.jetty.servlet.ServletHolder;
import seismark.peers.Arguments;
import seismark.peers.Catalogue;
import seismark.peers.axis2.wsdl.SeismicMessageReceiverInOut;

/** Serves one policy at /seismic/POLICY, by Axis2 in Jetty. */
public final class Server {
  public static void main(String[] words) throws Exception {
    Arguments arguments = new Arguments(words);
    ConfigurationContext axis = Axis.start(arguments.path("repository"));
    Secrets secrets = new Secrets(arguments.text("user"), arguments.text("password"));
    Answers answers = new Answers(new Catalogue(arguments.path("quakes"), arguments.path("regions")));
    AxisService service = service(arguments.text("policy"), answers);
    axis.getAxisConfiguration().addService(service);
    if (!service.getName().equals("plain")) {
      secure(service, Security.ofServer(arguments.path("keys"), secrets));
    }
    System.out.println("READY " + listen(arguments.number("port"), axis));
  }

  /** The service of a policy, which is its name. */
  private static AxisService service(String policy, Answers answers) throws IOException {
    AxisService service = Contract.own();
    service.setName(policy);
    service.getOperations().next().setMessageReceiver(new SeismicMessageReceiverInOut() {
      @Override
      protected Object getTheImplementationObject(MessageContext call) {
        return answers;
      }
    });
    return service;
  }

  private static void secure(AxisService service, Security security) throws IOException {
    service.getPolicySubject().attachPolicy(security.named(service.getName()));
    service.addParameter(Axis.PASSWORDS, security.secrets());
    service.engageModule(service.getAxisConfiguration().getModule(Axis.RAMPART));
  }

  private static String listen(int port, ConfigurationContext axis) throws Exception {
    ServletContextHandler root = new ServletContextHandler(ServletContextHandler.NO_SESSIONS);
    root.setContextPath("/");
    root.setAttribute(AxisServlet.CONFIGURATION_CONTEXT, axis);
    ServletHolder servlet = new ServletHolder(new Draining());
    servlet.setInitOrder(1);
    root.addServlet(servlet, "/seismic/*");
    org.eclipse.jetty.server.Server jetty = new org.eclipse.jetty.server.Server();
    ServerConnector connector = new ServerConnector(jetty);
    connector.setHost("127.0.0.1");
    connector.setPort(port);
    jetty.addConnector(connector);
    jetty.setHandler(root);
    jetty.start();
    return "http://127.0.0.1:" + connector.getLocalPort();
  }

  /** Reads what Axis2 leaves of a request, its last chunk: Jetty would close the connection for it. */
  private static final class Draining extends AxisServlet {
    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
        throws ServletException, IOException {
      super.service(request, response);
      request.getInputStream().transferTo(OutputStream.nullOutputStream());
    }
  }
}
