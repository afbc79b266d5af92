#include "security.h"
#include "fail.h"

enum { LIFETIME = 300, SKEW = 60 }; /* seconds, of a message */

static const struct security *of(struct soap *soap)
{
  return ((struct link *)soap->user)->security;
}

static int signs(struct soap *soap) { return of(soap)->policy >= SIGN; }
static int encrypts(struct soap *soap) { return of(soap)->policy == SIGNENCR; }

/* Notes the cipher in which the Body came: the plugin tells it only now. */
static int begin_element(struct soap *soap, const char *tag)
{
  struct link *link = soap->user;
  int body = soap->part == SOAP_IN_BODY && !soap_match_tag(soap, tag, "xenc:EncryptedData");
  int error = link->element(soap, tag);
  const struct soap_wsse_data *plugin = soap_lookup_plugin(soap, soap_wsse_id);
  if (!error && body && plugin)
    link->body_cipher = plugin->deco_alg;
  return error;
}

/* The key of a signature whose certificate is not in the message. The plugin does not tell whose it is said to be
 * (by issuer and serial, key identifier or thumbprint); there is one peer, and the signature is his or is not good. */
static const void *key_of_signer(struct soap *soap, int *algorithm, const char *name, const unsigned char *id, int length,
                                 int *keylen)
{
  return *algorithm == SOAP_SMD_VRFY_RSA_SHA256 ? of(soap)->keys.peer : NULL;
}

void use_security(struct soap *soap, const struct security *security)
{
  if (soap_register_plugin(soap, soap_wsse))
    fail("the wsse plugin does not start: error %d", soap->error);
  soap_wsse_set_security_token_handler(soap, key_of_signer);
  soap->cafile = security->keys.authority;
  if (security->policy < SIGN)
    return;
  soap_set_imode(soap, SOAP_XML_DOM); /* what is verified is canonicalized from a tree */
  soap_set_omode(soap, SOAP_XML_CANONICAL);
}

void connect_security(struct soap *soap, struct link *link, const struct security *security)
{
  link->security = security;
  use_link(soap, link);
  link->element = soap->feltbegin;
  soap->feltbegin = begin_element;
}

int expect_message(struct soap *soap)
{
  struct link *link = soap->user;
  link->body_cipher = 0;
  expect_header(link);
  if (signs(soap) && soap_wsse_verify_auto(soap, SOAP_SMD_NONE, NULL, 0))
    return soap->error;
  if (encrypts(soap)) /* the plugin forgets the key after each message */
    return soap_wsse_decrypt_auto(soap, SOAP_MEC_ENV_DEC_AES256_GCM, of(soap)->keys.own, 0);
  return SOAP_OK;
}

int add_login(struct soap *soap)
{
  if (of(soap)->policy != USERNAME)
    return SOAP_OK;
  return soap_wsse_add_UsernameTokenText(soap, NULL, of(soap)->user, of(soap)->password);
}

int check_login(struct soap *soap)
{
  if (of(soap)->policy != USERNAME)
    return SOAP_OK;
  const char *user = soap_wsse_get_Username(soap);
  if (!user)
    return soap->error;
  if (strcmp(user, of(soap)->user))
    return soap_wsse_fault(soap, wsse__FailedAuthentication, NULL);
  return soap_wsse_verify_Password(soap, of(soap)->password);
}

/* With the certificate beside the signature, and the peer's named by issuer and serial. */
int secure_message(struct soap *soap)
{
  const struct keys *keys = &of(soap)->keys;
  if (!signs(soap))
    return SOAP_OK;
  if (soap_wsse_add_Timestamp(soap, "Time", LIFETIME)
   || soap_wsse_add_BinarySecurityTokenX509(soap, "X509Token", keys->certificate)
   || soap_wsse_add_KeyInfo_SecurityTokenReferenceX509(soap, "#X509Token")
   || soap_wsse_sign_body(soap, SOAP_SMD_SIGN_RSA_SHA256, keys->own, 0)
   || soap_wsse_sign_only(soap, "Time Body"))
    return soap->error;
  if (!encrypts(soap))
    return SOAP_OK;
  return soap_wsse_add_EncryptedKey(soap, SOAP_MEC_ENV_ENC | of(soap)->cipher | SOAP_MEC_OAEP, "EncKey", keys->peer, NULL,
                                    keys->issuer, keys->serial);
}

static int check_algorithms(struct soap *soap)
{
  int algorithm, bits;
  struct ds__SignedInfoType *info = soap_wsse_SignedInfo(soap);
  if (!info || soap_wsse_get_SignedInfo_SignatureMethod(soap, &algorithm, &bits))
    return soap_wsse_fault(soap, wsse__InvalidSecurity, "a signature is required");
  if (algorithm != SOAP_SMD_VRFY_RSA_SHA256)
    return soap_wsse_fault(soap, wsse__UnsupportedAlgorithm, "rsa-sha256 is required");
  for (int i = 0; i < info->__sizeReference; i++)
  {
    const struct ds__ReferenceType *reference = info->Reference[i];
    if (!reference->URI || *reference->URI != '#')
      return soap_wsse_fault(soap, wsse__InvalidSecurity, "signed parts must be in the message");
    if (!reference->DigestMethod || strcmp(reference->DigestMethod->Algorithm, ds_sha256URI))
      return soap_wsse_fault(soap, wsse__UnsupportedAlgorithm, "digests by sha256 are required");
  }
  return SOAP_OK;
}

/* That the signature holds was seen when it was read. Here: that it covers what it must. Not by the plugin's
 * soap_wsse_verify_body, which wants a count of exactly 1: the count runs past the end of a signed element that is the
 * last of its parent, as a Timestamp may be, so that good messages have more. None is none. */
static int check_coverage(struct soap *soap)
{
  if (soap_wsse_verify_element(soap, "http://schemas.xmlsoap.org/soap/envelope/", "Body") < 1)
    return soap_wsse_fault(soap, wsse__FailedCheck, "the Body is not signed");
  if (soap_wsse_verify_element(soap, wsu_URI, "Timestamp") < 1)
    return soap_wsse_fault(soap, wsse__FailedCheck, "the Timestamp is not signed");
  return SOAP_OK;
}

/* Stricter than the plugin, which allows for five minutes more and does not look at Created. */
static int check_lifetime(struct soap *soap)
{
  const struct _wsu__Timestamp *stamp = soap_wsse_Timestamp(soap);
  time_t created, expires, now = time(NULL);
  if (!stamp || !stamp->Created || !stamp->Expires)
    return soap_wsse_fault(soap, wsse__InvalidSecurity, "a Timestamp with Created and Expires is required");
  if (soap_s2dateTime(soap, stamp->Created, &created) || soap_s2dateTime(soap, stamp->Expires, &expires))
    return soap_wsse_fault(soap, wsse__InvalidSecurity, "the Timestamp holds no times");
  if (created > now + SKEW)
    return soap_wsse_sender_fault_subcode(soap, "wsu:MessageExpired", "The message was created in the future", NULL);
  if (expires < now || now - created > LIFETIME + SKEW)
    return soap_wsse_sender_fault_subcode(soap, "wsu:MessageExpired", "The message has expired", NULL);
  return SOAP_OK;
}

static int check_encryption(struct soap *soap)
{
  const struct link *link = soap->user;
  if (!link->body_cipher)
    return soap_wsse_fault(soap, wsse__InvalidSecurity, "an encrypted Body is required");
  if (!(link->body_cipher & SOAP_MEC_OAEP))
    return soap_wsse_fault(soap, wsse__UnsupportedAlgorithm, "rsa-oaep-mgf1p is required");
  if ((link->body_cipher & SOAP_MEC_ALGO) != of(soap)->cipher)
    return soap_wsse_fault(soap, wsse__UnsupportedAlgorithm, "the cipher of the suite is required");
  return SOAP_OK;
}

int check_message(struct soap *soap)
{
  if (!signs(soap))
    return SOAP_OK;
  if (check_algorithms(soap) || check_coverage(soap) || check_lifetime(soap))
    return soap->error;
  return encrypts(soap) ? check_encryption(soap) : SOAP_OK;
}
