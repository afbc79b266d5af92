"""Walks a sequence of queries, once for each line of its input, and prints a line of Go benchmark text for each walk."""
import argparse
import sys
import time
from datetime import datetime

import zeep
from zeep.wsse.username import UsernameToken

BINDING = "{http://ws.sosnoski.com/seismic/wsdl}SeismicBinding"
TIMEOUT = 120  # seconds


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    for name in ("url", "policy", "keys", "queries", "cell", "contract", "user", "password"):
        parser.add_argument(f"--{name}", required=True)
    return parser.parse_args()


def security(args):
    if args.policy == "plain":
        return None
    if args.policy == "username":
        return UsernameToken(args.user, args.password)
    if args.policy == "sign":
        from signing import Signing  # loads xmlsec

        return Signing(args.keys)
    sys.exit(f"zeep: no policy {args.policy}: choose from plain, username, sign")


def service(args):
    client = zeep.Client(
        args.contract,
        wsse=security(args),
        transport=zeep.Transport(operation_timeout=TIMEOUT),
        settings=zeep.Settings(xml_huge_tree=True),
    )
    return client.create_service(BINDING, args.url)


def query(line):
    first, last, west, east, south, north, _ = line.split()
    return {
        "min-date": datetime.fromisoformat(first), "max-date": datetime.fromisoformat(last),
        "min-long": float(west), "max-long": float(east), "min-lat": float(south), "max-lat": float(north),
    }


def count(results):
    return sum(len(area.quakes.quake) for area in results["result-set"])


def walk(service, queries):
    start = time.perf_counter_ns()
    quakes = sum(count(service.matchQuakes(**q)) for q in queries)
    elapsed = time.perf_counter_ns() - start
    return f"{len(queries)} {elapsed // len(queries)} ns/op {quakes} quakes/seq"


def main():
    args = arguments()
    with open(args.queries) as lines:
        queries = [query(line) for line in lines]
    matching = service(args)
    benchmark = "BenchmarkColdSequence"
    for _ in sys.stdin:
        try:
            print(f"{benchmark}/{args.cell} {walk(matching, queries)}", flush=True)
        except Exception as error:  # a fault, a broken call, an answer that does not verify
            sys.exit(f"zeep: {type(error).__name__}: {error}")
        benchmark = "BenchmarkSequence"


main()
