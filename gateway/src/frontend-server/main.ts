import { createLogger } from '@inkbear/service-kit/logger';
import { readEnvOrExit } from '@inkbear/service-kit/env';
import { stopOnSignal } from '@inkbear/service-kit/run-service';
import { startTelemetry } from '@inkbear/service-kit/telemetry';
import { readEnv } from './env.ts';
import { createFrontendServer } from './frontend-server.ts';

const env = readEnvOrExit({ name: 'frontend', readEnv });
const name = `frontend-${env.FRONTEND}`;
const telemetry = await startTelemetry({ service: name, env });
const logger = createLogger(name, env.LOG_LEVEL);
const server = createFrontendServer(env, logger);
telemetry.serveReadiness(() => server.readReadiness());
stopOnSignal({ stop: () => server.stop(), telemetry, logger });
await server.start();
