// Runs beside the mongod of a trial (charts/inkbear/templates/trial/mongodb.yaml), whose image then needs no shell. It is
// no command of an operator, so it is not in the table of commands.
import { readEnvOrExit } from '@inkbear/service-kit/env';
import { createLogger } from '@inkbear/service-kit/logger';
import { readEnv } from './env.ts';
import { TrialMongodb } from './trial-mongodb.ts';

const env = readEnvOrExit({ name: 'trial-mongodb', readEnv });
const trial = new TrialMongodb(env, createLogger('trial-mongodb', env.LOG_LEVEL));
process.once('SIGTERM', () => void trial.stop());
await trial.start();
