package seismark.peers.axis2;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import org.apache.axis2.description.AxisBinding;
import org.apache.axis2.description.AxisBindingMessage;
import org.apache.axis2.description.AxisBindingOperation;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.description.WSDL11ToAxisServiceBuilder;
import org.apache.axis2.wsdl.WSDLConstants;
import org.apache.neethi.Policy;

/** What a WSDL says, as Axis2 reads it. */
final class Contract {
  private Contract() { }

  /** The service of our own WSDL. */
  static AxisService own() throws IOException {
    try (InputStream wsdl = Contract.class.getResourceAsStream("/seismic.wsdl")) {
      WSDL11ToAxisServiceBuilder builder = new WSDL11ToAxisServiceBuilder(wsdl);
      builder.setServerSide(true);
      return builder.populateService();
    }
  }

  /** The policy of the requests in the WSDL at an address. */
  static Policy policy(URI address) throws IOException {
    try (InputStream wsdl = address.toURL().openStream()) {
      AxisService service = new WSDL11ToAxisServiceBuilder(wsdl).populateService();
      AxisBinding binding = service.getEndpoints().values().iterator().next().getBinding();
      AxisBindingOperation operation = (AxisBindingOperation) binding.getChildren().next();
      AxisBindingMessage request = (AxisBindingMessage) operation.getChild(WSDLConstants.MESSAGE_LABEL_IN_VALUE);
      return request.getEffectivePolicy();
    }
  }
}
