import { serviceNames, type ServiceName } from '@inkbear/contracts/services';
import { type Operations, printOperation } from '@inkbear/service-kit/run-operations';
import { operations as adminOperations } from '../../../services/admin/src/ops.ts';
import { operations as authOperations } from '../../../services/auth/src/ops.ts';
import { operations as billingOperations } from '../../../services/billing/src/ops.ts';
import { operationsUri } from './operations-uri.ts';
import { dataFolder } from './paths.ts';

const usage = `usage: npm run ops -- dead-letters [service [id]]      events that no consumer could handle
       npm run ops -- redrive <service> <id | all>    retry the event
       npm run ops -- reconcile                       list differences between billing and the payment provider
       npm run ops -- rebuild admin                   rebuild the admin projections from all outboxes
       npm run ops -- make-admin <address> [--remove] allow an account to change the logo, or revoke it`;

/** Commands of a single service: the arguments here, and the arguments in the service's own container. */
const ownCommands = [
  { words: ['reconcile'], service: 'billing', operations: billingOperations, own: ['reconcile'] },
  { words: ['rebuild', 'admin'], service: 'admin', operations: adminOperations, own: ['rebuild'] },
  { words: ['make-admin'], service: 'auth', operations: authOperations, own: ['make-admin'] },
] as const;

/** The MongoDB URI of the running local start, or `MONGODB_URI`. */
function findMongo(): string {
  const uri = process.env['MONGODB_URI'] || operationsUri(dataFolder(process.env));
  if (!uri) throw new Error('No database found: set MONGODB_URI, or DATA_DIR of a running Inkbear.');
  return uri;
}

/** Resolves the command line to services and their arguments; no services for an invalid command. */
function resolveCommand(words: readonly string[]): {
  services: readonly ServiceName[];
  own: readonly string[];
  operations: Operations;
} {
  const known = ownCommands.find((command) => command.words.every((word, index) => word === words[index]));
  if (known)
    return {
      services: [known.service],
      own: [...known.own, ...words.slice(known.words.length)],
      operations: known.operations,
    };
  const [command = '', name, ...more] = words;
  const services =
    name === undefined && command === 'dead-letters'
      ? serviceNames
      : serviceNames.filter((service) => service === name);
  return { services, own: [command, ...more], operations: {} };
}

const { services, own, operations } = resolveCommand(process.argv.slice(2));
if (services.length === 0) {
  console.error(usage);
  process.exitCode = 2;
}
for (const service of services) {
  console.log(`${service}:`);
  await printOperation({ uri: findMongo(), database: `inkbear_${service}` }, own, operations);
}
