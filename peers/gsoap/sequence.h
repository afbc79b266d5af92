/* A sequence of queries. */
#ifndef SEQUENCE_H
#define SEQUENCE_H

#include "soapH.h"

struct query {
  struct timeval min_date, max_date;
  float min_long, max_long, min_lat, max_lat;
};

struct sequence {
  struct query *queries;
  int count;
};

/* Reads the file of a sequence. Fails, naming the line, where one is not as it must be. */
void read_sequence(struct sequence *sequence, const char *path);

#endif
