package seismark.peers.cxf;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.CallbackHandler;
import org.apache.wss4j.common.ConfigurationConstants;
import org.apache.wss4j.common.crypto.Crypto;
import org.apache.wss4j.common.crypto.Merlin;
import org.apache.wss4j.common.ext.WSPasswordCallback;
import seismark.peers.Arguments;

/** Who a process is: its side ("client" or "server", which is its key's name too), its keys, and the user. */
record Identity(String side, Crypto crypto, String user, String password) implements CallbackHandler {
  private static final String OF_KEYS = "changeit";

  /** Opens the key store of a side, once: WSS4J is given the open store. */
  static Identity of(String side, Arguments a) throws IOException, GeneralSecurityException {
    Path file = a.path("keys").resolve(side + ".jks");
    KeyStore store = KeyStore.getInstance("JKS");
    try (InputStream in = Files.newInputStream(file)) {
      store.load(in, OF_KEYS.toCharArray());
    }
    Merlin crypto = new Merlin();
    crypto.setKeyStore(store);
    return new Identity(side, crypto, a.text("user"), a.text("password"));
  }

  boolean isClient() {
    return side.equals("client");
  }

  /** Whose certificate messages are encrypted for: the server's, or that by which a request was signed. */
  String peer() {
    return isClient() ? "server" : ConfigurationConstants.USE_REQ_SIG_CERT;
  }

  /** The passwords that WSS4J asks for. It compares that of a token itself. */
  @Override
  public void handle(Callback[] callbacks) {
    for (Callback callback : callbacks) {
      if (callback instanceof WSPasswordCallback asked) {
        if (asked.getUsage() != WSPasswordCallback.USERNAME_TOKEN) {
          asked.setPassword(OF_KEYS);
        } else if (user.equals(asked.getIdentifier())) {
          asked.setPassword(password);
        }
      }
    }
  }
}
