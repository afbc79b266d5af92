/* WS-Security by the wsse plugin: what a message gets under a policy, and what it must have. */
#ifndef SECURITY_H
#define SECURITY_H

#include "keys.h"
#include "link.h"
#include "policy.h"
#include "wsseapi.h"

struct security {
  enum policy policy;
  int cipher;
  const char *user, *password;
  struct keys keys;
};

/* Gives a context what all its connections, copies of it, share; then each connection its link. */
void use_security(struct soap *soap, const struct security *security);
void connect_security(struct soap *soap, struct link *link, const struct security *security);

/* These give the library's error codes. */
int expect_message(struct soap *soap); /* before each message that comes in */
int check_login(struct soap *soap);    /* after it */
int check_message(struct soap *soap);
int add_login(struct soap *soap);      /* to the message that goes out */
int secure_message(struct soap *soap);

#endif
