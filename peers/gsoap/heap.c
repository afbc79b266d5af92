#include "heap.h"
#include "fail.h"
#include <errno.h>
#include <openssl/crypto.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

/* The linker puts these in the place of malloc and realloc (Makefile: LDFLAGS): the library and its plugins do not look
 * at all that they get. */
void *__real_malloc(size_t size);
void *__real_realloc(void *memory, size_t size);

static void *got(void *memory, size_t size)
{
  if (!memory && size)
    fail("out of memory");
  return memory;
}

void *__wrap_malloc(size_t size) { return got(__real_malloc(size), size); }
void *__wrap_realloc(void *memory, size_t size) { return got(__real_realloc(memory, size), size); }

/* OpenSSL is linked by itself, but asks. */
static void *openssl_malloc(size_t size, const char *file, int line) { return malloc(size); }
static void *openssl_realloc(void *memory, size_t size, const char *file, int line) { return realloc(memory, size); }
static void openssl_free(void *memory, const char *file, int line) { free(memory); }

void limit_heap(const char *bytes)
{
  char *end;
  rlim_t limit = strtoull(bytes, &end, 10);
  if (!limit || *end)
    fail("--heap %s: give a number of bytes", bytes);
  if (setrlimit(RLIMIT_DATA, &(struct rlimit){limit, limit}))
    fail("--heap %s: %s", bytes, strerror(errno));
  if (!CRYPTO_set_mem_functions(openssl_malloc, openssl_realloc, openssl_free))
    fail("OpenSSL has its memory already");
}
