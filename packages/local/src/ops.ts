import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type ServiceName, serviceNames } from '@inkbear/contracts/services';
import { DeadLetters } from '@inkbear/service-kit/dead-letters';
import { createLogger } from '@inkbear/service-kit/logger';
import { connectMongo } from '@inkbear/service-kit/mongo';
import { replicaSetUri } from './mongod.ts';
import { repositoryRoot } from './paths.ts';

const usage = `usage: npm run ops -- dead-letters [service]           what no consumer could handle
       npm run ops -- redrive <service> <id | all>    hand it to its consumer once more`;

/** The database of the running local start, or of `MONGODB_URI`. */
function findMongo(): string {
  if (process.env['MONGODB_URI']) return process.env['MONGODB_URI'];
  const file = path.join(process.env['DATA_DIR'] ?? path.join(repositoryRoot, '.data'), 'inkbear-data.json');
  const { mongodPort } = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { mongodPort?: number }) : {};
  if (!mongodPort) throw new Error('No database is known: set MONGODB_URI, or DATA_DIR of a running Inkbear.');
  return replicaSetUri(mongodPort);
}

async function withDeadLetters<T>(service: ServiceName, work: (letters: DeadLetters) => Promise<T>): Promise<T> {
  const logger = createLogger('ops', 'error');
  const connection = await connectMongo({ uri: findMongo(), database: process.env['MONGODB_DATABASE'] ?? `inkbear_${service}`, logger });
  try {
    return await work(new DeadLetters(connection, logger));
  } finally {
    await connection.close();
  }
}

async function list(services: readonly ServiceName[]): Promise<void> {
  for (const service of services) {
    const letters = await withDeadLetters(service, (deadLetters) => deadLetters.list());
    console.log(`${service}: ${letters.length} dead letters`);
    for (const { _id, consumer, envelope, tries, error, at } of letters) console.log(`  ${_id}  ${at.toISOString()}  ${consumer}  event ${envelope?.id ?? 'unreadable'}  ${tries} tries  ${error}`);
  }
}

async function redrive(service: ServiceName, which: string): Promise<void> {
  const asked = await withDeadLetters(service, async (deadLetters) => {
    const ids = which === 'all' ? (await deadLetters.list()).map(({ _id }) => _id) : [which];
    return (await Promise.all(ids.map((id) => deadLetters.requestRedrive(id)))).filter(Boolean).length;
  });
  console.log(`${asked} dead letters of ${service} will be tried again by the running service within 5 s. See what is left with: npm run ops -- dead-letters ${service}`);
}

const { positionals } = parseArgs({ allowPositionals: true });
const [command, name, id] = positionals;
const service = serviceNames.find((known) => known === name);
if (command === 'dead-letters' && (name === undefined || service)) await list(service ? [service] : serviceNames);
else if (command === 'redrive' && service && id) await redrive(service, id);
else {
  console.error(usage);
  process.exitCode = 2;
}
