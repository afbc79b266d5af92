// The walks of a client: one for each line of its input, each told in a line of Go benchmark text.
const fs = require('node:fs');
const readline = require('node:readline');

// Reads the file of a sequence.
function queries(path) {
  return fs.readFileSync(path, 'utf8').trimEnd().split('\n').map(line => {
    const [first, last, west, east, south, north] = line.split(' ');
    return {
      'min-date': first, 'max-date': last, 'min-long': west, 'max-long': east, 'min-lat': south, 'max-lat': north,
    };
  });
}

// Calls with every query; call gives how many quakes it got.
async function walk(sequence, call) {
  const start = process.hrtime.bigint();
  let quakes = 0;
  for (const query of sequence) quakes += await call(query);
  const elapsed = process.hrtime.bigint() - start;
  return `${sequence.length} ${elapsed / BigInt(sequence.length)} ns/op ${quakes} quakes/seq`;
}

async function passes(cell, sequence, call) {
  let benchmark = 'BenchmarkColdSequence';
  for await (const _ of readline.createInterface({ input: process.stdin })) {
    console.log(`${benchmark}/${cell} ${await walk(sequence, call)}`);
    benchmark = 'BenchmarkSequence';
  }
}

module.exports = { queries, passes };
