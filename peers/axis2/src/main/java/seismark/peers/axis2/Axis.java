package seismark.peers.axis2;

import java.nio.file.Path;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.context.ConfigurationContextFactory;

/** Axis2 itself, and the words by which it and Rampart are told what to do. */
final class Axis {
  static final String RAMPART = "rampart"; // the module
  static final String POLICY = "rampartPolicy"; // a client's policy
  static final String HTTP = "CACHED_HTTP_CLIENT"; // HTTP's client, of which Axis2 makes a new one for each call otherwise
  static final String PASSWORDS = "passwordCallbackRef"; // who is asked for passwords

  private Axis() { }

  /** Starts Axis2 from its repository, the folder with conf/axis2.xml and modules/rampart-*.mar. */
  static ConfigurationContext start(Path repository) throws AxisFault {
    Logger.getLogger("").setLevel(Level.WARNING);
    return ConfigurationContextFactory.createConfigurationContextFromFileSystem(
        repository.toString(), repository.resolve("conf/axis2.xml").toString());
  }
}
