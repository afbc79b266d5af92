// The command line: --name value, each name once.
const { parseArgs } = require('node:util');

module.exports = names => {
  const options = Object.fromEntries(names.map(name => [name, { type: 'string' }]));
  const { values } = parseArgs({ options });
  for (const name of names) if (values[name] === undefined) throw new Error(`--${name} is missing`);
  return values;
};
