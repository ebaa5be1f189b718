import type { ServerDefinition } from '@inkbear/service-kit/run-server';
import { createGateway } from './deps.ts';
import { type GatewayEnv, readEnv } from './env.ts';

export const definition: ServerDefinition<GatewayEnv> = {
  name: 'gateway',
  readEnv,
  createServer: createGateway,
};
