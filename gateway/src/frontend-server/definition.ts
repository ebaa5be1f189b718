import type { ServerDefinition } from '@inkbear/service-kit/run-server';
import { type FrontendServerEnv, readEnv } from './env.ts';
import { createFrontendServer } from './frontend-server.ts';

export const definition: ServerDefinition<FrontendServerEnv> = {
  name: 'frontend',
  processName: ({ FRONTEND }) => `frontend-${FRONTEND}`,
  readEnv,
  createServer: createFrontendServer,
};
