/* The limit of a process's memory: one who gets no more ends with "out of memory", as others' runtimes do. */
#ifndef HEAP_H
#define HEAP_H

/* The limit, in bytes, is of all private memory that can be written to, the stacks of threads included. */
void limit_heap(const char *bytes);

#endif
