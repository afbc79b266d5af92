package seismark.peers.axis2;

import javax.security.auth.callback.Callback;
import javax.security.auth.callback.CallbackHandler;
import javax.security.auth.callback.UnsupportedCallbackException;
import org.apache.wss4j.common.ext.WSPasswordCallback;

/** The passwords that Rampart asks for: the user's, and that of the private keys. */
record Secrets(String user, String password) implements CallbackHandler {
  static final String OF_KEYS = "changeit";

  @Override
  public void handle(Callback[] callbacks) throws UnsupportedCallbackException {
    for (Callback callback : callbacks) {
      WSPasswordCallback asked = (WSPasswordCallback) callback;
      switch (asked.getUsage()) {
        case WSPasswordCallback.USERNAME_TOKEN -> ofUser(asked);
        case WSPasswordCallback.SIGNATURE, WSPasswordCallback.DECRYPT -> asked.setPassword(OF_KEYS);
        default -> { }
      }
    }
  }

  /** A server is asked with the password that it received, which is to be judged here; a client without one. */
  private void ofUser(WSPasswordCallback asked) throws UnsupportedCallbackException {
    boolean known = user.equals(asked.getIdentifier());
    if (asked.getPassword() == null) {
      asked.setPassword(known ? password : null);
    } else if (!known || !password.equals(asked.getPassword())) {
      throw new UnsupportedCallbackException(asked, "unknown user or wrong password");
    }
  }
}
