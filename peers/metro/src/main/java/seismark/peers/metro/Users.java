package seismark.peers.metro;

import com.sun.xml.wss.impl.callback.PasswordValidationCallback;

/** Judges name and password of a token. Metro makes it from its name, so it learns the user from the process. */
public final class Users implements PasswordValidationCallback.PasswordValidator {
  private final String user = System.getProperty("seismark.user");
  private final String password = System.getProperty("seismark.password");

  @Override
  public boolean validate(PasswordValidationCallback.Request request) {
    return request instanceof PasswordValidationCallback.PlainTextPasswordRequest plain
        && plain.getUsername().equals(user) && plain.getPassword().equals(password);
  }
}
