// A client under plain, username and sign. Answers are not verified: node-soap does not do that.
const fs = require('node:fs');
const soap = require('soap');
const { queries, passes } = require('./passes');
const parse = require('./arguments');

const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';

function security({ policy, keys, user, password }) {
  switch (policy) {
    case 'plain':
      return null;
    case 'username':
      return new soap.WSSecurity(user, password, { passwordType: 'PasswordText', hasTimeStamp: false, hasTokenCreated: false, mustUnderstand: 1 });
    case 'sign':
      return new soap.WSSecurityCert(fs.readFileSync(`${keys}/client.key`), fs.readFileSync(`${keys}/client.crt`), '', {
        hasTimeStamp: true, signatureAlgorithm: RSA_SHA256, signatureTransformations: [EXCLUSIVE],
        signerOptions: { prefix: 'ds', idMode: 'wssecurity' },
      });
  }
  throw new Error(`no policy ${policy}: choose from plain, username, sign`);
}

// One element is no list for node-soap, and none is nothing.
const list = value => (value === undefined || value === null ? [] : [].concat(value));

const count = results => list(results?.['result-set']).reduce((sum, set) => sum + list(set.quakes?.quake).length, 0);

async function main() {
  const args = parse(['url', 'policy', 'keys', 'queries', 'cell', 'contract', 'user', 'password']);
  const sequence = queries(args.queries);
  const client = await soap.createClientAsync(args.contract, { endpoint: args.url });
  const secured = security(args);
  if (secured) client.setSecurity(secured);
  await passes(args.cell, sequence, async query => {
    const [results] = await client.matchQuakesAsync(query, { forever: true, timeout: 120000 });
    return count(results);
  });
  process.exit(0); // connections that are kept alive would keep it alive
}

main().catch(error => {
  console.error(`nodesoap: ${error.message}`.slice(0, 500));
  process.exit(1);
});
