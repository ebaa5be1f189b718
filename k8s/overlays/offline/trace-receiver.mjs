// Receives traces (OTLP over HTTP, JSON) and writes each request's body to the log as one line, which `npm run traces`
// reads. It runs with the Node of the operations image.
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';

const { OTLP_PORT = 4318, HEALTH_PORT = 13_133 } = process.env;

async function receive(request, response) {
  try {
    console.log(JSON.stringify(await json(request)));
    response.setHeader('content-type', 'application/json').end('{}');
  } catch (error) {
    console.error(`A request was refused: ${error.message}`);
    response.writeHead(400).end();
  }
}

createServer((request, response) => void receive(request, response)).listen(OTLP_PORT);
// For the probes.
createServer((_request, response) => response.end()).listen(HEALTH_PORT);
process.once('SIGTERM', () => process.exit());
