/* The keys of one side, read from the PEM files of a folder. */
#ifndef KEYS_H
#define KEYS_H

#include <openssl/evp.h>
#include <openssl/x509.h>

struct keys {
  EVP_PKEY *own;
  X509 *certificate; /* of the own key */
  X509 *peer;        /* of the other side */
  char *issuer;      /* of the peer's certificate, as RFC 2253 writes it */
  char *serial;      /* of the peer's certificate, in decimal */
  char *authority;   /* path of the file of the trusted certificate */
};

/* Reads NAME.key and NAME.crt of oneself, NAME.crt of the peer, and ca.crt. Fails where one cannot be read. */
void read_keys(struct keys *keys, const char *folder, const char *self, const char *peer);

#endif
