#include "policy.h"
#include "fail.h"
#include "wsseapi.h"

enum policy policy_named(const char *name)
{
  static const char *const names[] = {"plain", "username", "sign", "signencr"};
  for (int i = PLAIN; i <= SIGNENCR; i++)
    if (!strcmp(names[i], name))
      return i;
  fail("no policy %s: choose from plain, username, sign, signencr", name);
}

int cipher_named(const char *suite)
{
  if (!strcmp(suite, "basic256sha256gcm"))
    return SOAP_MEC_AES256_GCM;
  if (!strcmp(suite, "basic256sha256"))
    return SOAP_MEC_AES256_CBC;
  fail("no suite %s: choose from basic256sha256gcm, basic256sha256", suite);
}
