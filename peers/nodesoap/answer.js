// The answer to a query, as node-soap wants it.
const bound = (value, none) => (value === undefined || value === null ? none : Math.fround(value));

const range = (query, column, name) => [column, bound(query[`min-${name}`], -Infinity), bound(query[`max-${name}`], Infinity)];

const date = (value, none) => (value === undefined || value === null ? none : new Date(value).getTime());

function set(catalogue, area, rows) {
  const regions = [...new Set(rows.map(row => catalogue.region[row]))].sort((a, b) => a - b);
  return {
    'area-name': catalogue.areas[area],
    regions: {
      attributes: { count: regions.length },
      region: regions.map(region => ({ attributes: { ident: `r${region}`, index: region }, $value: catalogue.regions[region] })),
    },
    quakes: {
      attributes: { count: rows.length },
      quake: rows.map(row => ({ attributes: catalogue.attributes[row] })),
    },
  };
}

// Gives the quakes within all bounds, by area and then time.
module.exports = (catalogue, query) => {
  const ranges = [['longitude', 'long'], ['latitude', 'lat'], ['magnitude', 'mag'], ['depth', 'depth']]
    .map(([column, name]) => range(query, column, name)).filter(([, low, high]) => low > -Infinity || high < Infinity);
  const rows = catalogue.search(date(query['min-date'], -Infinity), date(query['max-date'], Infinity), ranges);
  const byArea = new Map();
  for (const row of rows) {
    const area = catalogue.area[row];
    if (!byArea.has(area)) byArea.set(area, []);
    byArea.get(area).push(row);
  }
  const areas = [...byArea.keys()].sort((a, b) => a - b);
  return { attributes: { count: rows.length }, 'result-set': areas.map(area => set(catalogue, area, byArea.get(area))) };
};
