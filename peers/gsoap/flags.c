#include "flags.h"
#include "fail.h"
#include <string.h>

static const struct flag *find(const struct flag *flags, const char *word)
{
  if (strncmp(word, "--", 2))
    return NULL;
  for (; flags->name; flags++)
    if (!strcmp(flags->name, word + 2))
      return flags;
  return NULL;
}

void parse_flags(int argc, char **argv, const struct flag *flags)
{
  for (int i = 1; i < argc; i += 2)
  {
    const struct flag *f = find(flags, argv[i]);
    if (!f)
      fail("%s: no such flag", argv[i]);
    if (i + 1 == argc)
      fail("%s: no value", argv[i]);
    *f->value = argv[i + 1];
  }
  for (; flags->name; flags++)
    if (!*flags->value)
      fail("--%s is missing", flags->name);
}
