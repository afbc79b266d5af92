package seismark.peers.metro;

import com.sun.xml.ws.api.BindingID;
import com.sun.xml.ws.api.server.InstanceResolver;
import com.sun.xml.ws.api.server.SDDocumentSource;
import com.sun.xml.ws.api.server.WSEndpoint;
import com.sun.xml.ws.transport.http.servlet.ServletAdapter;
import com.sun.xml.ws.transport.http.servlet.ServletAdapterList;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URL;
import seismark.peers.jaxws.Answers;

/** The service under a contract, as a servlet. */
final class Endpoint extends HttpServlet {
  private final transient ServletAdapter adapter;

  Endpoint(Answers answers, String path, URL contract) {
    WSEndpoint<Answers> endpoint = WSEndpoint.create(Answers.class, true,
        InstanceResolver.createSingleton(answers).createInvoker(), null, null, null, BindingID.SOAP11_HTTP.createBinding(),
        SDDocumentSource.create(contract), null, (URL) null);
    adapter = new ServletAdapterList().createAdapter("seismic", path, endpoint);
  }

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
    adapter.handle(getServletContext(), request, response);
  }
}
