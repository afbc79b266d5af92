#define _GNU_SOURCE
#include "keys.h"
#include "fail.h"
#include <errno.h>
#include <openssl/pem.h>
#include <string.h>

static char *path_of(const char *folder, const char *name, const char *ending)
{
  char *path;
  if (asprintf(&path, "%s/%s%s", folder, name, ending) < 0)
    fail("out of memory");
  return path;
}

static FILE *open_file(const char *path)
{
  FILE *f = fopen(path, "r");
  if (!f)
    fail("%s: %s", path, strerror(errno));
  return f;
}

static EVP_PKEY *read_key(const char *folder, const char *name)
{
  char *path = path_of(folder, name, ".key");
  FILE *f = open_file(path);
  EVP_PKEY *key = PEM_read_PrivateKey(f, NULL, NULL, NULL);
  if (!key)
    fail("%s: no private key in PEM", path);
  fclose(f);
  free(path);
  return key;
}

static X509 *read_certificate(const char *folder, const char *name)
{
  char *path = path_of(folder, name, ".crt");
  FILE *f = open_file(path);
  X509 *certificate = PEM_read_X509(f, NULL, NULL, NULL);
  if (!certificate)
    fail("%s: no certificate in PEM", path);
  fclose(f);
  free(path);
  return certificate;
}

static char *issuer_of(const X509 *certificate)
{
  BIO *memory = must_have(BIO_new(BIO_s_mem()));
  char *text;
  if (X509_NAME_print_ex(memory, X509_get_issuer_name(certificate), 0, XN_FLAG_RFC2253) < 0)
    fail("the issuer of the peer's certificate has no text");
  long length = BIO_get_mem_data(memory, &text);
  char *issuer = must_have(strndup(text, length));
  BIO_free(memory);
  return issuer;
}

static char *serial_of(X509 *certificate)
{
  BIGNUM *number = must_have(ASN1_INTEGER_to_BN(X509_get_serialNumber(certificate), NULL));
  char *serial = must_have(BN_bn2dec(number));
  BN_free(number);
  return serial;
}

void read_keys(struct keys *keys, const char *folder, const char *self, const char *peer)
{
  keys->own = read_key(folder, self);
  keys->certificate = read_certificate(folder, self);
  keys->peer = read_certificate(folder, peer);
  keys->issuer = issuer_of(keys->peer);
  keys->serial = serial_of(keys->peer);
  keys->authority = path_of(folder, "ca", ".crt");
  fclose(open_file(keys->authority));
}
