/* Walks a sequence of queries, once for each line of its input, and prints a line of Go benchmark text for each walk. */
#include "SeismicBinding.nsmap"
#include "fail.h"
#include "flags.h"
#include "heap.h"
#include "security.h"
#include "sequence.h"
#include <time.h>

struct client {
  struct soap *soap;
  const char *url;
  struct sequence sequence;
};

static long count(const struct _types__results *results)
{
  long quakes = 0;
  for (int i = 0; i < results->__sizeresult_set; i++)
    quakes += results->result_set[i].quakes.__sizequake;
  return quakes;
}

/* Gives the quakes of an answer that is good; ends the program for any other. */
static long call(const struct client *client, struct query *query)
{
  struct soap *soap = client->soap;
  struct _types__matchQuakes request = {
    .min_date = &query->min_date, .max_date = &query->max_date, .min_long = &query->min_long,
    .max_long = &query->max_long, .min_lat = &query->min_lat, .max_lat = &query->max_lat};
  struct _types__results results;
  if (expect_message(soap) || add_login(soap) || secure_message(soap)
   || soap_call___tns__matchQuakes(soap, client->url, NULL, &request, &results) || check_message(soap))
  {
    soap_print_fault(soap, stderr);
    fail("the call fails");
  }
  long quakes = count(&results);
  soap_wsse_delete_Security(soap);
  soap_destroy(soap);
  soap_end(soap);
  return quakes;
}

static long long nanoseconds(void)
{
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000000LL + now.tv_nsec;
}

static void walk(const struct client *client, const char *benchmark, const char *cell)
{
  const struct sequence *sequence = &client->sequence;
  long quakes = 0;
  long long start = nanoseconds();
  for (int i = 0; i < sequence->count; i++)
    quakes += call(client, &sequence->queries[i]);
  long long elapsed = nanoseconds() - start;
  printf("%s/%s %d %lld ns/op %ld quakes/seq\n", benchmark, cell, sequence->count, elapsed / sequence->count, quakes);
  fflush(stdout);
}

/* Waits for a line of the input, and reports whether there was one. */
static int told(void)
{
  int c;
  do
    c = getchar();
  while (c != '\n' && c != EOF);
  return c == '\n';
}

int main(int argc, char **argv)
{
  static struct link link;
  static struct security security;
  struct client client = {0};
  const char *stack = NULL, *policy = NULL, *suite = NULL, *name = NULL, *keys = NULL, *heap = NULL, *queries = NULL;
  char cell[256];
  parse_flags(argc, argv, (const struct flag[]){
    {"url", &client.url}, {"policy", &policy}, {"suite", &suite}, {"keys", &keys}, {"queries", &queries},
    {"heap", &heap}, {"user", &security.user}, {"password", &security.password}, {"stack", &stack}, {"sequence", &name}, {0}});
  limit_heap(heap);
  security.policy = policy_named(policy);
  security.cipher = cipher_named(suite);
  snprintf(cell, sizeof cell, "stack=%s/seq=%s/policy=%s/suite=%s", stack, name, policy, suite);
  soap_ssl_init();
  read_keys(&security.keys, keys, "client", "server");
  read_sequence(&client.sequence, queries);
  client.soap = must_have(soap_new1(SOAP_IO_KEEPALIVE | SOAP_XML_TREE));
  client.soap->connect_timeout = client.soap->send_timeout = client.soap->recv_timeout = 60;
  use_security(client.soap, &security);
  connect_security(client.soap, &link, &security);
  for (const char *benchmark = "BenchmarkColdSequence"; told(); benchmark = "BenchmarkSequence")
    walk(&client, benchmark, cell);
  return 0;
}
