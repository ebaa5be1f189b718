// `helm test` runs this in a pod (templates/tests/reachable.yaml): the gateway sends its pages, and every pod of every
// process reaches its database and the broker. It prints one sentence for each problem.
import { lookup } from 'node:dns/promises';

const { GATEWAY_URL = '', READINESS = '' } = process.env;
const timeoutMs = 5000;
const servers = { mongodb: 'MongoDB', nats: 'NATS' };
const problems = [];

async function checkPage(path, expected) {
  const headers = { accept: 'text/html, application/json' };
  try {
    const reply = await fetch(`${GATEWAY_URL}${path}`, { headers, signal: AbortSignal.timeout(timeoutMs) });
    const text = await reply.text();
    if (reply.ok && text.toLowerCase().includes(expected)) console.log(`The gateway answers ${path}.`);
    else problems.push(`The gateway answers ${path} with ${reply.status}: ${text.slice(0, 200)}`);
  } catch (error) {
    problems.push(`The gateway does not answer ${path}: ${error.cause?.message ?? error.message}.`);
  }
}

async function checkPod(name, address, port) {
  const host = address.includes(':') ? `[${address}]` : address;
  try {
    const reply = await fetch(`http://${host}:${port}/readyz`, { signal: AbortSignal.timeout(timeoutMs) });
    const { ready, checks } = await reply.json();
    const down = Object.entries(checks).filter(([, isUp]) => isUp !== true);
    for (const [server] of down)
      problems.push(`${name} at ${address} has no connection to ${servers[server] ?? server}.`);
    if (down.length === 0 && ready !== true) problems.push(`${name} at ${address} is not ready.`);
    if (down.length === 0 && ready === true) console.log(`${name} at ${address} is ready.`);
  } catch (error) {
    problems.push(`${name} at ${address} does not say whether it is ready: ${error.cause?.message ?? error.message}.`);
  }
}

async function checkProcess(name, host, port) {
  const found = await lookup(host, { all: true }).catch(() => []);
  if (found.length === 0) problems.push(`${name} has no pod.`);
  await Promise.all(found.map(({ address }) => checkPod(name, address, port)));
}

await checkPage('/readyz', '"ready":true');
await checkPage('/', '<!doctype html>');
await checkPage('/api/openapi.json', '"openapi"');
for (const entry of READINESS.split(' ')) {
  const [name, target = ''] = entry.split('=');
  const [host, port] = target.split(':');
  await checkProcess(name, host, port);
}
for (const problem of problems) console.log(`FAILED ${problem}`);
process.exitCode = problems.length === 0 ? 0 : 1;
