#include "sequence.h"
#include "fail.h"

static int parse(struct soap *soap, const char *line, struct query *query)
{
  char from[40], to[40];
  return sscanf(line, "%39s %39s %f %f %f %f", from, to, &query->min_long, &query->max_long, &query->min_lat,
                &query->max_lat) == 6
      && !soap_s2xsd__dateTime(soap, from, &query->min_date) && !soap_s2xsd__dateTime(soap, to, &query->max_date);
}

void read_sequence(struct sequence *sequence, const char *path)
{
  char line[256];
  struct soap *soap = must_have(soap_new()); /* for the reading of dates */
  FILE *f = fopen(path, "r");
  if (!f)
    fail("%s: %s", path, strerror(errno));
  *sequence = (struct sequence){0};
  while (fgets(line, sizeof line, f))
  {
    sequence->queries = must_have(realloc(sequence->queries, (sequence->count + 1) * sizeof *sequence->queries));
    if (!parse(soap, line, &sequence->queries[sequence->count++]))
      fail("%s:%d: not understood: %s", path, sequence->count, line);
  }
  if (ferror(f))
    fail("%s: %s", path, strerror(errno));
  if (!sequence->count)
    fail("%s: no queries", path);
  fclose(f);
  soap_free(soap);
}
