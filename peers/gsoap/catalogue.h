/* The catalogue: quakes in order of time, and the names of areas and regions. */
#ifndef CATALOGUE_H
#define CATALOGUE_H

#include <time.h>

enum { AREAS = 50, REGIONS = 757 }; /* numbered from 1 */

struct quake {
  time_t time; /* whole seconds */
  int millis;
  float latitude, longitude, depth, magnitude;
  char method[8];
  short region, area;
};

struct region {
  char *name;
  char ident[8];
  int area;
};

struct catalogue {
  struct quake *quakes;
  int count;
  char *areas[AREAS + 1];
  struct region regions[REGIONS + 1];
};

/* Reads the files of quakes and of names. Fails, naming the line, where one is not as it must be. */
void read_catalogue(struct catalogue *catalogue, const char *quakes, const char *names);

/* The first quake not before a time. */
int first_not_before(const struct catalogue *catalogue, time_t time);

#endif
