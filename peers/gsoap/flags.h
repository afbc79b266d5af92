/* The command line: --name value, each flag once. */
#ifndef FLAGS_H
#define FLAGS_H

struct flag {
  const char *name;   /* NULL ends a list */
  const char **value;
};

/* Fails where a flag is unknown, or lacks, or has no value. */
void parse_flags(int argc, char **argv, const struct flag *flags);

#endif
