import { readEnvOrExit } from '@inkbear/service-kit/env';
import { createLogger } from '@inkbear/service-kit/logger';
import { stopOnSignal } from '@inkbear/service-kit/run-service';
import { startTelemetry } from '@inkbear/service-kit/telemetry';
import { createGateway } from './deps.ts';
import { readEnv } from './env.ts';

const env = readEnvOrExit({ name: 'gateway', readEnv });
const telemetry = await startTelemetry({ service: 'gateway', env });
const logger = createLogger('gateway', env.LOG_LEVEL);
const gateway = createGateway(env, logger);
telemetry.serveReadiness(() => gateway.readReadiness());
stopOnSignal({ stop: () => gateway.stop(), telemetry, logger });
await gateway.start();
