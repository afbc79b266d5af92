// What libcrypto.go calls. Keys and contexts are libcrypto's EVP_PKEY and EVP_PKEY_CTX. Nothing that is
// passed in is kept. Where an error is given it is libcrypto's code, zero for none; the thread's error
// queue is empty afterwards.

#include <stddef.h>

enum { SIGN = 1, VERIFY, ENCRYPT, DECRYPT }; // as in scheme.go

// Loads the library once; anything else may be called only after it has returned 1. Otherwise it writes
// the reason.
int libcrypto_load(char *reason, size_t size);
const char *libcrypto_version(void);
void libcrypto_reason(unsigned long error, char *reason, size_t size);

// Keys from DER: PKCS#8, and SubjectPublicKeyInfo. Freeing cleanses a private key.
void *libcrypto_private_key(const unsigned char *der, long len, unsigned long *error);
void *libcrypto_public_key(const unsigned char *der, long len, unsigned long *error);
int libcrypto_key_size(const void *key);
void libcrypto_free_key(void *key);

// A context that is ready for an operation. What is zero or null is not set.
void *libcrypto_prepare(void *key, int operation, int padding, const char *digest, const char *mask, int salt,
                        unsigned long *error);
void libcrypto_free_context(void *context);

// Runs a signature, an encryption or a decryption on a copy of a prepared context, and returns the length
// of the output, -1 on failure. Whether it failed shows in the result alone, not in the time.
long libcrypto_apply(const void *prepared, int operation, const unsigned char *label, size_t label_len,
                     const unsigned char *in, size_t in_len, unsigned char *out, size_t out_len,
                     unsigned long *error);

// Returns 1 for a good signature.
int libcrypto_verify(const void *prepared, const unsigned char *signature, size_t signature_len,
                     const unsigned char *digest, size_t digest_len);

// Agrees on a secret by ECDH with a public key, which must be on the key's curve, and returns its length, -1 on
// failure.
long libcrypto_agree(void *key, const unsigned char *peer, long peer_len, unsigned char *out, size_t out_len,
                     unsigned long *error);
