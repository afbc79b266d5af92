//go:build linux && cgo

// The library is found at run time and its functions are declared here, so that a build needs neither
// OpenSSL's headers nor its library. What is used has been stable since OpenSSL 3.0.

#include "libcrypto.h"
#include <dlfcn.h>
#include <stdio.h>

// OSSL_PARAM of openssl/core.h, and the types of parameter that are used.
typedef struct {
	const char *key;
	unsigned int type;
	void *data;
	size_t size, returned;
} param;

enum { INTEGER = 1, UTF8_STRING = 4, OCTET_STRING = 5 };

// The one list of functions: result, name, arguments. It declares a pointer for each, and loads it.
#define FUNCTIONS(F) \
	F(const char *, OpenSSL_version, (int)) \
	F(unsigned long, ERR_peek_last_error, (void)) \
	F(void, ERR_clear_error, (void)) \
	F(void, ERR_error_string_n, (unsigned long, char *, size_t)) \
	F(void *, d2i_AutoPrivateKey, (void **, const unsigned char **, long)) \
	F(void *, d2i_PUBKEY, (void **, const unsigned char **, long)) \
	F(int, EVP_PKEY_get_size, (const void *)) \
	F(void, EVP_PKEY_free, (void *)) \
	F(void *, EVP_PKEY_CTX_new_from_pkey, (void *, void *, const char *)) \
	F(void *, EVP_PKEY_CTX_dup, (const void *)) \
	F(int, EVP_PKEY_CTX_set_params, (void *, const param *)) \
	F(void, EVP_PKEY_CTX_free, (void *)) \
	F(int, EVP_PKEY_sign_init_ex, (void *, const param *)) \
	F(int, EVP_PKEY_verify_init_ex, (void *, const param *)) \
	F(int, EVP_PKEY_encrypt_init_ex, (void *, const param *)) \
	F(int, EVP_PKEY_decrypt_init_ex, (void *, const param *)) \
	F(int, EVP_PKEY_sign, (void *, unsigned char *, size_t *, const unsigned char *, size_t)) \
	F(int, EVP_PKEY_verify, (void *, const unsigned char *, size_t, const unsigned char *, size_t)) \
	F(int, EVP_PKEY_encrypt, (void *, unsigned char *, size_t *, const unsigned char *, size_t)) \
	F(int, EVP_PKEY_decrypt, (void *, unsigned char *, size_t *, const unsigned char *, size_t)) \
	F(int, EVP_PKEY_derive_init, (void *)) \
	F(int, EVP_PKEY_derive_set_peer, (void *, void *)) \
	F(int, EVP_PKEY_derive, (void *, unsigned char *, size_t *))

#define DECLARE(result, name, arguments) static result(*name) arguments;
FUNCTIONS(DECLARE)

static int failed(char *reason, size_t size) {
	const char *why = dlerror();
	snprintf(reason, size, "%s", why ? why : "unknown failure");
	return 0;
}

int libcrypto_load(char *reason, size_t size) {
	void *library = dlopen("libcrypto.so.3", RTLD_NOW | RTLD_LOCAL);
	if (!library) return failed(reason, size);
#define LOAD(result, name, arguments) \
	if (!(*(void **)&name = dlsym(library, #name))) return failed(reason, size);
	FUNCTIONS(LOAD)
	return 1;
}

const char *libcrypto_version(void) { return OpenSSL_version(0); }

void libcrypto_reason(unsigned long error, char *reason, size_t size) { ERR_error_string_n(error, reason, size); }

// The queue belongs to the thread, and a goroutine may be on another one at its next call: so the code is
// taken in the call that failed. It is emptied after successes too, which keeps padding out of the time.
static unsigned long take_error(void) {
	unsigned long error = ERR_peek_last_error();
	ERR_clear_error();
	return error;
}

void *libcrypto_private_key(const unsigned char *der, long len, unsigned long *error) {
	void *key = d2i_AutoPrivateKey(NULL, &der, len);
	*error = take_error();
	return key;
}

void *libcrypto_public_key(const unsigned char *der, long len, unsigned long *error) {
	void *key = d2i_PUBKEY(NULL, &der, len);
	*error = take_error();
	return key;
}

int libcrypto_key_size(const void *key) { return EVP_PKEY_get_size(key); }

void libcrypto_free_key(void *key) { EVP_PKEY_free(key); }

static int start(void *context, int operation, const param *params) {
	switch (operation) {
	case SIGN: return EVP_PKEY_sign_init_ex(context, params);
	case VERIFY: return EVP_PKEY_verify_init_ex(context, params);
	case ENCRYPT: return EVP_PKEY_encrypt_init_ex(context, params);
	case DECRYPT: return EVP_PKEY_decrypt_init_ex(context, params);
	}
	return 0;
}

void *libcrypto_prepare(void *key, int operation, int padding, const char *digest, const char *mask, int salt,
                        unsigned long *error) {
	param params[5] = {{0}}, *p = params;
	if (digest) *p++ = (param){"digest", UTF8_STRING, (void *)digest, __builtin_strlen(digest)};
	if (padding) *p++ = (param){"pad-mode", INTEGER, &padding, sizeof padding};
	if (mask) *p++ = (param){"mgf1-digest", UTF8_STRING, (void *)mask, __builtin_strlen(mask)};
	if (salt) *p++ = (param){"saltlen", INTEGER, &salt, sizeof salt};

	void *context = EVP_PKEY_CTX_new_from_pkey(NULL, key, NULL);
	int ready = context && start(context, operation, params) > 0;
	*error = take_error();
	if (ready) return context;
	EVP_PKEY_CTX_free(context);
	return NULL;
}

void libcrypto_free_context(void *context) { EVP_PKEY_CTX_free(context); }

// A label is set on each copy and never on a prepared context: libcrypto copies the pointer to it alone,
// so that two contexts would free it.
static void *copy(const void *prepared, const unsigned char *label, size_t label_len) {
	void *context = EVP_PKEY_CTX_dup(prepared);
	if (!context || label_len == 0) return context;
	param params[2] = {{"oaep-label", OCTET_STRING, (void *)label, label_len}};
	if (EVP_PKEY_CTX_set_params(context, params) > 0) return context;
	EVP_PKEY_CTX_free(context);
	return NULL;
}

long libcrypto_apply(const void *prepared, int operation, const unsigned char *label, size_t label_len,
                     const unsigned char *in, size_t in_len, unsigned char *out, size_t out_len,
                     unsigned long *error) {
	void *context = copy(prepared, label, label_len);
	int done = 0;
	if (context) {
		switch (operation) {
		case SIGN: done = EVP_PKEY_sign(context, out, &out_len, in, in_len); break;
		case ENCRYPT: done = EVP_PKEY_encrypt(context, out, &out_len, in, in_len); break;
		case DECRYPT: done = EVP_PKEY_decrypt(context, out, &out_len, in, in_len); break;
		}
	}
	EVP_PKEY_CTX_free(context);
	*error = take_error();
	long mask = -(long)(done > 0);
	return (((long)out_len + 1) & mask) - 1;
}

int libcrypto_verify(const void *prepared, const unsigned char *signature, size_t signature_len,
                     const unsigned char *digest, size_t digest_len) {
	void *context = copy(prepared, NULL, 0);
	int good = context && EVP_PKEY_verify(context, signature, signature_len, digest, digest_len) == 1;
	EVP_PKEY_CTX_free(context);
	take_error();
	return good;
}

long libcrypto_agree(void *key, const unsigned char *peer, long peer_len, unsigned char *out, size_t out_len,
                     unsigned long *error) {
	void *other = d2i_PUBKEY(NULL, &peer, peer_len);
	void *context = other ? EVP_PKEY_CTX_new_from_pkey(NULL, key, NULL) : NULL;
	int done = context && EVP_PKEY_derive_init(context) > 0 && EVP_PKEY_derive_set_peer(context, other) > 0 &&
	           EVP_PKEY_derive(context, out, &out_len) > 0;
	EVP_PKEY_CTX_free(context);
	EVP_PKEY_free(other);
	*error = take_error();
	return done ? (long)out_len : -1;
}
