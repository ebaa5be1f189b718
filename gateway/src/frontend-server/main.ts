import { createLogger } from '@inkbear/service-kit/logger';
import { readEnvOrExit } from '@inkbear/service-kit/env';
import { stopOnSignal } from '@inkbear/service-kit/run-service';
import { readEnv } from './env.ts';
import { createFrontendServer } from './frontend-server.ts';

const env = readEnvOrExit({ name: 'frontend', readEnv });
const logger = createLogger(`frontend-${env.FRONTEND}`, env.LOG_LEVEL);
const server = createFrontendServer(env, logger);
stopOnSignal({ stop: () => server.stop(), logger });
await server.start();
