/* A connection: what we keep of it beside struct soap, in soap->user.
 *
 * It hands bytes to the library in pieces, for this reason. The library reads a chunked message by whole buffers, and
 * keeps what lies behind a chunk, the next chunk's header, in the buffer. A decrypted text goes into the same buffer,
 * and the library then looks for that header at a place that follows from the length of the decrypted text: messages
 * that are chunked and encrypted come out damaged, or hang, wherever a read gets more than one chunk. Here nothing ever
 * lies behind a chunk. It also forgets that it has seen the last chunk while decrypted text was left, and waits for
 * more: here there is no more until the next message begins. */
#ifndef LINK_H
#define LINK_H

#include "soapH.h"

struct link {
  const struct security *security;
  int body_cipher; /* of the Body that came in; 0 where it was not encrypted */
  int (*element)(struct soap *, const char *); /* of the plugin, at the begin of an element */

  int in_header;  /* of HTTP */
  int ended;      /* the last chunk was handed out */
  size_t at, end; /* of what was read ahead */
  int (*parse)(struct soap *); /* of the library: the header of HTTP */
  size_t (*receive)(struct soap *, char *, size_t);
  char ahead[SOAP_BUFLEN];
};

/* Makes a new connection use the link, which is kept until it ends. */
void use_link(struct soap *soap, struct link *link);

/* To be called before each message that comes in. */
void expect_header(struct link *link);

#endif
