#include "fail.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void fail(const char *format, ...)
{
  va_list rest;
  fputs("gsoap: ", stderr);
  va_start(rest, format);
  vfprintf(stderr, format, rest);
  va_end(rest);
  fputc('\n', stderr);
  exit(1);
}

void *must_have(void *memory)
{
  if (!memory)
    fail("out of memory");
  return memory;
}
