/* The end of a program that cannot go on. */
#ifndef FAIL_H
#define FAIL_H

/* Writes "gsoap: " and the message to stderr, and ends with 1. */
_Noreturn void fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Memory that is there: fails where there is none. */
void *must_have(void *memory);

#endif
