// A server under plain and username: node-soap's has no signatures and no encryption.
const fs = require('node:fs');
const http = require('node:http');
const soap = require('soap');
const Catalogue = require('./catalogue');
const answer = require('./answer');
const parse = require('./arguments');

const text = value => (typeof value === 'object' ? value?.$value : value);

function knows(user, password) {
  return security => {
    const token = security?.UsernameToken;
    return text(token?.Username) === user && text(token?.Password) === password;
  };
}

function main() {
  const args = parse(['port', 'policy', 'quakes', 'regions', 'contract', 'user', 'password']);
  if (!['plain', 'username'].includes(args.policy)) throw new Error(`no policy ${args.policy}: choose from plain, username`);
  const catalogue = new Catalogue(args.quakes, args.regions);
  const server = http.createServer((request, response) => response.writeHead(404).end());
  server.keepAliveTimeout = 300000;
  server.listen(Number(args.port), '127.0.0.1', () => {
    const service = soap.listen(server, {
      path: `/seismic/${args.policy}`,
      services: { Seismic: { SeismicPort: { matchQuakes: query => answer(catalogue, query) } } },
      xml: fs.readFileSync(args.contract, 'utf8'),
    });
    if (args.policy === 'username') service.authenticate = knows(args.user, args.password);
    console.log(`READY http://127.0.0.1:${args.port}`);
  });
}

try {
  main();
} catch (error) {
  console.error(`nodesoap: ${error.message}`);
  process.exit(1);
}
