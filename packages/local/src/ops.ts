import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { serviceNames } from '@inkbear/contracts/services';
import { printOperation } from '@inkbear/service-kit/run-operations';
import { operations as billingOperations } from '../../../services/billing/src/operations.ts';
import { replicaSetUri } from './mongod.ts';
import { repositoryRoot } from './paths.ts';

const usage = `usage: npm run ops -- dead-letters [service [id]]      what no consumer could handle
       npm run ops -- redrive <service> <id | all>    hand it to its consumer once more
       npm run ops -- reconcile                       what billing and the payment provider hold differently`;

/** The database of the running local start, or of `MONGODB_URI`. */
function findMongo(): string {
  if (process.env['MONGODB_URI']) return process.env['MONGODB_URI'];
  const file = path.join(process.env['DATA_DIR'] ?? path.join(repositoryRoot, '.data'), 'inkbear-data.json');
  const { mongodPort } = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { mongodPort?: number }) : {};
  if (!mongodPort) throw new Error('No database is known: set MONGODB_URI, or DATA_DIR of a running Inkbear.');
  return replicaSetUri(mongodPort);
}

const { positionals } = parseArgs({ allowPositionals: true });
const [command = '', name, ...words] = positionals;
const isReconcile = command === 'reconcile' && name === undefined;
const services = isReconcile ? ['billing'] : name === undefined && command === 'dead-letters' ? serviceNames : serviceNames.filter((known) => known === name);
if (services.length === 0) {
  console.error(usage);
  process.exitCode = 2;
}
for (const service of services) {
  console.log(`${service}:`);
  await printOperation({ uri: findMongo(), database: `inkbear_${service}` }, [command, ...words], isReconcile ? billingOperations : {});
}
