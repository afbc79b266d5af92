#define _GNU_SOURCE
#include "catalogue.h"
#include "fail.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Gives the lines of a file to a function, which reports whether one is good. */
static void each_line(const char *path, int (*take)(struct catalogue *, const char *), struct catalogue *catalogue)
{
  char *line = NULL;
  size_t room = 0;
  ssize_t length;
  FILE *f = fopen(path, "r");
  if (!f)
    fail("%s: %s", path, strerror(errno));
  for (int number = 1; (length = getline(&line, &room, f)) >= 0; number++)
  {
    if (length && line[length - 1] == '\n')
      line[length - 1] = 0;
    if (!take(catalogue, line))
      fail("%s:%d: not understood: %s", path, number, line);
  }
  if (ferror(f))
    fail("%s: %s", path, strerror(errno));
  fclose(f);
  free(line);
}

static int take_area(struct catalogue *catalogue, const char *line)
{
  int area, at;
  if (sscanf(line, "* %d %n", &area, &at) != 1 || area < 1 || area > AREAS)
    return 0;
  catalogue->areas[area] = must_have(strdup(line + at));
  return 1;
}

static int take_name(struct catalogue *catalogue, const char *line)
{
  int number, area, at;
  if (*line == '*')
    return take_area(catalogue, line);
  if (sscanf(line, "%d %d %n", &number, &area, &at) != 2 || number < 1 || number > REGIONS || area < 1 || area > AREAS)
    return 0;
  struct region *region = &catalogue->regions[number];
  region->name = must_have(strdup(line + at));
  region->area = area;
  snprintf(region->ident, sizeof region->ident, "r%d", number);
  return 1;
}

static int take_quake(struct catalogue *catalogue, const char *line)
{
  struct quake quake;
  struct tm tm = {0};
  if (sscanf(line, "%d-%d-%d %d:%d:%d %d %f %f %f %f %7s %hd %hd", &tm.tm_year, &tm.tm_mon, &tm.tm_mday, &tm.tm_hour,
             &tm.tm_min, &tm.tm_sec, &quake.millis, &quake.latitude, &quake.longitude, &quake.depth, &quake.magnitude,
             quake.method, &quake.region, &quake.area) != 14)
    return 0;
  if (quake.region < 1 || quake.region > REGIONS || quake.area < 1 || quake.area > AREAS)
    return 0;
  tm.tm_year -= 1900;
  tm.tm_mon--;
  quake.time = timegm(&tm);
  if (!(catalogue->count & (catalogue->count - 1))) /* a power of two, or none: it is full */
  {
    size_t room = catalogue->count ? 2 * (size_t)catalogue->count : 1;
    catalogue->quakes = must_have(realloc(catalogue->quakes, room * sizeof quake));
  }
  catalogue->quakes[catalogue->count++] = quake;
  return 1;
}

void read_catalogue(struct catalogue *catalogue, const char *quakes, const char *names)
{
  memset(catalogue, 0, sizeof *catalogue);
  each_line(names, take_name, catalogue);
  each_line(quakes, take_quake, catalogue);
  for (int i = 1; i < catalogue->count; i++)
    if (catalogue->quakes[i].time < catalogue->quakes[i - 1].time)
      fail("%s:%d: earlier than the line before", quakes, i + 1);
}

int first_not_before(const struct catalogue *catalogue, time_t time)
{
  int low = 0, high = catalogue->count;
  while (low < high)
  {
    int middle = low + (high - low) / 2;
    if (catalogue->quakes[middle].time < time)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}
