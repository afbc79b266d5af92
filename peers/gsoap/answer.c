#include "answer.h"
#include <math.h>

struct range {
  float from, to; /* from <= value < to */
};

static struct range range(const float *from, const float *to)
{
  return (struct range){from ? *from : -INFINITY, to ? *to : INFINITY};
}

static int within(const struct range *range, float value) { return value >= range->from && value < range->to; }

/* What was found, counted by area, and which regions it is in. */
struct found {
  int *rows, count;
  int in_area[AREAS + 1], areas;
  char in_region[REGIONS + 1];
};

static void search(const struct catalogue *catalogue, const struct _types__matchQuakes *query, int first, int end,
                   struct found *found)
{
  struct range longitude = range(query->min_long, query->max_long), latitude = range(query->min_lat, query->max_lat);
  struct range magnitude = range(query->min_mag, query->max_mag), depth = range(query->min_depth, query->max_depth);
  for (int i = first; i < end; i++)
  {
    const struct quake *quake = &catalogue->quakes[i];
    if (!within(&longitude, quake->longitude) || !within(&latitude, quake->latitude) || !within(&magnitude, quake->magnitude)
     || !within(&depth, quake->depth))
      continue;
    found->rows[found->count++] = i;
    found->areas += !found->in_area[quake->area]++;
    found->in_region[quake->region] = 1;
  }
}

static int fill_regions(struct soap *soap, const struct catalogue *catalogue, const struct found *found, int area,
                        struct types__QuakeSet *set)
{
  int count = 0;
  for (int i = 1; i <= REGIONS; i++)
    count += found->in_region[i] && catalogue->regions[i].area == area;
  struct types__Region *region = soap_malloc(soap, count * sizeof *region);
  if (!region)
    return soap->error = SOAP_EOM;
  set->regions.region = region;
  set->regions.__sizeregion = set->regions.count = count;
  for (int i = 1; i <= REGIONS; i++)
  {
    const struct region *known = &catalogue->regions[i];
    if (found->in_region[i] && known->area == area)
      *region++ = (struct types__Region){.__item = known->name, .ident = (char *)known->ident, .index = i};
  }
  return SOAP_OK;
}

static struct types__Quake described(const struct catalogue *catalogue, const struct quake *quake)
{
  return (struct types__Quake){
    .time = quake->time, .millis = quake->millis, .latitude = quake->latitude, .longitude = quake->longitude,
    .depth = quake->depth, .magnitude = quake->magnitude, .method = (char *)quake->method,
    .region = (char *)catalogue->regions[quake->region].ident};
}

/* Makes a set for each area that has quakes, and fills them. */
static int fill_sets(struct soap *soap, const struct catalogue *catalogue, const struct found *found,
                     struct types__QuakeSet *set)
{
  struct types__Quake *next[AREAS + 1];
  for (int area = 1; area <= AREAS; area++)
  {
    int count = found->in_area[area];
    if (!count)
      continue;
    soap_default_types__QuakeSet(soap, set);
    set->area_name = catalogue->areas[area];
    next[area] = set->quakes.quake = soap_malloc(soap, count * sizeof *next[area]);
    if (!next[area])
      return soap->error = SOAP_EOM;
    set->quakes.__sizequake = set->quakes.count = count;
    if (fill_regions(soap, catalogue, found, area, set++))
      return soap->error;
  }
  for (int i = 0; i < found->count; i++)
  {
    const struct quake *quake = &catalogue->quakes[found->rows[i]];
    *next[quake->area]++ = described(catalogue, quake);
  }
  return SOAP_OK;
}

int answer(struct soap *soap, const struct catalogue *catalogue, const struct _types__matchQuakes *query,
           struct _types__results *results)
{
  const struct timeval *from = query->min_date, *to = query->max_date;
  int first = from ? first_not_before(catalogue, from->tv_sec + (from->tv_usec > 0)) : 0; /* quakes have whole seconds */
  int end = to ? first_not_before(catalogue, to->tv_sec + 1) : catalogue->count;
  struct found found = {0};
  soap_default__types__results(soap, results);
  if (first >= end)
    return SOAP_OK;
  found.rows = soap_malloc(soap, (end - first) * sizeof *found.rows);
  if (!found.rows)
    return soap->error = SOAP_EOM;
  search(catalogue, query, first, end, &found);
  if (!found.areas)
    return SOAP_OK;
  results->result_set = soap_malloc(soap, found.areas * sizeof *results->result_set);
  if (!results->result_set)
    return soap->error = SOAP_EOM;
  results->__sizeresult_set = found.areas;
  results->count = found.count;
  return fill_sets(soap, catalogue, &found, results->result_set);
}
