#include "link.h"
#include <ctype.h>

/* Gives what was read, 0 at the end of the connection. */
static size_t read_more(struct soap *soap, struct link *link)
{
  memmove(link->ahead, link->ahead + link->at, link->end - link->at);
  link->end -= link->at;
  link->at = 0;
  size_t length = link->receive(soap, link->ahead + link->end, sizeof link->ahead - link->end);
  link->end += length;
  return length;
}

/* The length of the line ahead with its newline; of what there is, where none comes. */
static size_t line(struct soap *soap, struct link *link)
{
  for (;;)
  {
    const char *from = link->ahead + link->at, *newline = memchr(from, '\n', link->end - link->at);
    if (newline)
      return newline + 1 - from;
    if (!read_more(soap, link))
      return link->end - link->at;
  }
}

static int last_chunk(const char *line)
{
  return isxdigit((unsigned char)*line) && !strtoul(line, NULL, 16);
}

/* Passes over what follows the last chunk: lines that nobody asks for, and an empty one. */
static void skip_trailer(struct soap *soap, struct link *link)
{
  size_t length;
  do
    link->at += length = line(soap, link);
  while (length > 2);
}

static size_t hand_out(struct link *link, char *buffer, size_t length)
{
  memcpy(buffer, link->ahead + link->at, length);
  link->at += length;
  return length;
}

static size_t lesser(size_t a, size_t b) { return a < b ? a : b; }

/* A piece ends with its line in headers, of the message or of a chunk, and with its chunk. */
static size_t receive(struct soap *soap, char *buffer, size_t room)
{
  struct link *link = soap->user;
  int chunked = (soap->mode & SOAP_IO) == SOAP_IO_CHUNK;
  if (link->in_header || (chunked && !soap->chunksize && !link->ended))
  {
    size_t length = hand_out(link, buffer, lesser(line(soap, link), room));
    if (!link->in_header && length && (link->ended = last_chunk(buffer)))
      skip_trailer(soap, link);
    return length;
  }
  if (link->ended || (link->at == link->end && !read_more(soap, link)))
    return 0;
  return hand_out(link, buffer, lesser(link->end - link->at, chunked ? lesser(soap->chunksize, room) : room));
}

static int parse(struct soap *soap)
{
  struct link *link = soap->user;
  int error = link->parse(soap);
  link->in_header = 0;
  return error;
}

void expect_header(struct link *link)
{
  link->in_header = 1;
  link->ended = 0;
}

void use_link(struct soap *soap, struct link *link)
{
  soap->user = link;
  link->receive = soap->frecv;
  soap->frecv = receive;
  link->parse = soap->fparse;
  soap->fparse = parse;
}
