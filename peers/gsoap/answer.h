/* The answer to a query. */
#ifndef ANSWER_H
#define ANSWER_H

#include "catalogue.h"
#include "soapH.h"

/* Gives the quakes within all bounds of the query, by area and then time, each area with the names of its regions.
 * What it allocates is the context's. */
int answer(struct soap *soap, const struct catalogue *catalogue, const struct _types__matchQuakes *query,
           struct _types__results *results);

#endif
