/* Serves one policy at /seismic/POLICY, a thread a connection. SIGTERM ends it. */
#include "SeismicBinding.nsmap"
#include "answer.h"
#include "fail.h"
#include "flags.h"
#include "heap.h"
#include "security.h"
#include <pthread.h>
#include <signal.h>

static struct server {
  struct security security;
  struct catalogue catalogue;
  char path[32];
} server; /* the generated code calls the operation without a pointer to anything of ours */

enum { LARGE = 100 }; /* quakes of an answer that is sent as it is written */

/* A large answer goes out in chunks. A small one is measured first, for its header and it go out together so. */
static void choose_transfer(struct soap *soap, int quakes)
{
  soap_clr_omode(soap, SOAP_IO);
  soap_set_omode(soap, quakes > LARGE ? SOAP_IO_CHUNK : SOAP_IO_DEFAULT);
}

int __tns__matchQuakes(struct soap *soap, struct _types__matchQuakes *query, struct _types__results *results)
{
  int error = SOAP_OK;
  if (strcmp(soap->path, server.path))
    error = 404;
  else if (check_login(soap) || check_message(soap))
    error = soap->error;
  soap_wsse_delete_Security(soap); /* the answer gets its own */
  if (error)
    return error;
  if (answer(soap, &server.catalogue, query, results))
    return soap->error;
  choose_transfer(soap, results->count);
  return secure_message(soap);
}

/* Between two messages of a connection. The generated loop frees nothing there. */
static int next(struct soap *soap)
{
  soap_destroy(soap);
  soap_end(soap);
  return expect_message(soap);
}

static void *serve(void *copy)
{
  struct soap *soap = copy;
  struct link link = {0};
  connect_security(soap, &link, &server.security);
  if ((expect_message(soap) || soap_serve(soap)) && soap->error != SOAP_EOF)
    soap_print_fault(soap, stderr);
  soap_destroy(soap);
  soap_end(soap);
  soap_free(soap);
  return NULL;
}

/* Serves a connection that was accepted. */
static void start(struct soap *soap)
{
  pthread_t thread;
  pthread_attr_t attributes;
  struct soap *copy = must_have(soap_copy(soap));
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_attr_setstacksize(&attributes, 1 << 20); /* the usual 8 MiB count as memory */
  int error = pthread_create(&thread, &attributes, serve, copy);
  if (error)
    fail("no thread for a connection: %s", strerror(error));
  pthread_attr_destroy(&attributes);
}

static struct soap *listener(int port)
{
  struct soap *soap = must_have(soap_new1(SOAP_IO_KEEPALIVE | SOAP_XML_TREE));
  use_security(soap, &server.security);
  soap->max_keep_alive = 1000000; /* messages of a connection; the library's default is 100 */
  soap->send_timeout = soap->recv_timeout = 300;
  soap->bind_flags = SO_REUSEADDR;
  soap->fserveloop = next;
  if (!soap_valid_socket(soap_bind(soap, "127.0.0.1", port, 100)))
    fail("port %d: %s", port, strerror(soap->errnum));
  return soap;
}

int main(int argc, char **argv)
{
  const char *port = NULL, *policy = NULL, *suite = NULL, *keys = NULL, *heap = NULL, *quakes = NULL, *regions = NULL;
  parse_flags(argc, argv, (const struct flag[]){
    {"port", &port}, {"policy", &policy}, {"suite", &suite}, {"keys", &keys}, {"quakes", &quakes}, {"regions", &regions},
    {"heap", &heap}, {"user", &server.security.user}, {"password", &server.security.password}, {0}});
  limit_heap(heap);
  server.security.policy = policy_named(policy);
  server.security.cipher = cipher_named(suite);
  snprintf(server.path, sizeof server.path, "/seismic/%s", policy);
  signal(SIGPIPE, SIG_IGN);
  soap_ssl_init();
  read_keys(&server.security.keys, keys, "server", "client");
  read_catalogue(&server.catalogue, quakes, regions);
  struct soap *soap = listener(atoi(port));
  printf("READY http://127.0.0.1:%s\n", port);
  fflush(stdout);
  for (;;)
    if (soap_valid_socket(soap_accept(soap)))
      start(soap);
}
