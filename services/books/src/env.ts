import { type BaseEnv, baseEnvShape, parseEnv, peerUrl } from '@inkbear/service-kit/env';

const shape = { ...baseEnvShape, BILLING_URL: peerUrl, AUTH_URL: peerUrl, STORIES_URL: peerUrl };
export type Env = BaseEnv & { BILLING_URL: string; AUTH_URL: string; STORIES_URL: string };

export const readEnv = (): Env => parseEnv(shape, process.env);
