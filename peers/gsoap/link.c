#include "link.h"

/* The piece ends with its line, or with its chunk, or with what there is. */
static size_t piece(const struct soap *soap, const struct link *link, size_t room)
{
  const char *from = link->ahead + link->at;
  size_t length = link->end - link->at;
  int chunked = (soap->mode & SOAP_IO) == SOAP_IO_CHUNK;
  if (link->in_header || (chunked && !soap->chunksize))
  {
    const char *newline = memchr(from, '\n', length);
    if (newline)
      length = newline + 1 - from;
  }
  else if (chunked && length > soap->chunksize)
    length = soap->chunksize;
  return length < room ? length : room;
}

static size_t receive(struct soap *soap, char *buffer, size_t room)
{
  struct link *link = soap->user;
  if (link->at == link->end)
  {
    link->at = 0;
    link->end = link->receive(soap, link->ahead, sizeof link->ahead);
  }
  size_t length = piece(soap, link, room);
  memcpy(buffer, link->ahead + link->at, length);
  link->at += length;
  return length;
}

static int parse(struct soap *soap)
{
  struct link *link = soap->user;
  link->in_header = 1;
  int error = link->parse(soap);
  link->in_header = 0;
  return error;
}

void use_link(struct soap *soap, struct link *link)
{
  soap->user = link;
  link->receive = soap->frecv;
  soap->frecv = receive;
  link->parse = soap->fparse;
  soap->fparse = parse;
}
