// The catalogue: quakes in order of time, in columns, and the names of areas and regions.
const fs = require('node:fs');

const lines = path => fs.readFileSync(path, 'utf8').trimEnd().split('\n');

class Catalogue {
  constructor(quakes, names) {
    this.areas = [];
    this.regions = [];
    for (const line of lines(names)) this.#name(line);
    const rows = lines(quakes);
    this.count = rows.length;
    this.time = new Float64Array(this.count);
    for (const column of ['latitude', 'longitude', 'magnitude', 'depth']) this[column] = new Float32Array(this.count);
    this.area = new Uint8Array(this.count);
    this.region = new Uint16Array(this.count);
    this.attributes = rows.map((line, row) => this.#quake(line, row));
  }

  #name(line) {
    const [first, second, ...rest] = line.split(' ');
    if (first === '*') this.areas[second] = rest.join(' ');
    else this.regions[first] = rest.join(' ');
  }

  // Puts a quake into the columns, and gives its attributes as they are answered.
  #quake(line, row) {
    const [date, clock, millis, latitude, longitude, depth, magnitude, method, region, area] = line.split(' ');
    const time = `${date}T${clock}Z`;
    this.time[row] = Date.parse(time);
    for (const [column, value] of Object.entries({ latitude, longitude, magnitude, depth, area, region })) this[column][row] = value;
    return { time, millis, latitude, longitude, depth, magnitude, method, region: `r${region}` };
  }

  // The first row that is not before a time.
  #from(time) {
    let low = 0, high = this.count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.time[middle] < time) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  // The rows from one time to another, both included, whose values are within ranges: [column, from, to), as floats.
  search(from, to, ranges) {
    const found = [];
    const end = this.#from(to + 1);
    for (let row = this.#from(from); row < end; row++)
      if (ranges.every(([column, low, high]) => this[column][row] >= low && this[column][row] < high)) found.push(row);
    return found;
  }
}

module.exports = Catalogue;
