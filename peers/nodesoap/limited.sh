#!/bin/sh
# limited.sh BYTES PROGRAM ARGUMENT...: runs a program of node with a limit of its heap, which node wants in MiB.
mebibytes=$(($1 / 1048576))
shift
exec node --max-old-space-size="$mebibytes" "$@"
