/* What is asked of messages: a policy, and the cipher of a suite of algorithms. */
#ifndef POLICY_H
#define POLICY_H

enum policy { PLAIN, USERNAME, SIGN, SIGNENCR };

/* Both fail where a name is not known. A cipher is SOAP_MEC_AES256_GCM or SOAP_MEC_AES256_CBC of the plugin. */
enum policy policy_named(const char *name);
int cipher_named(const char *suite);

#endif
