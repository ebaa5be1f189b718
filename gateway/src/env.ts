import { type BaseEnv, baseEnvShape, parseEnv, peerUrl } from '@inkbear/service-kit/env';
import type { ServiceName } from '@inkbear/contracts/services';
import { z } from 'zod';

/** A folder (laptop) or a base address (cluster, hot reload). */
const assets = z.string().min(1);

const shape = {
  ...baseEnvShape,
  AUTH_URL: peerUrl,
  BOOKS_URL: peerUrl,
  AI_URL: peerUrl,
  STORIES_URL: peerUrl,
  BILLING_URL: peerUrl,
  REFERRALS_URL: peerUrl,
  REVIEWS_URL: peerUrl,
  EXPORT_URL: peerUrl,
  ADMIN_URL: peerUrl,
  SHELL_ASSETS: assets,
  AUTHOR_ASSETS: assets,
  MARKETING_ASSETS: assets,
  ADMIN_ASSETS: assets,
  /** How many proxies in front of the gateway are ours; only their `X-Forwarded-For` entries are believed. */
  TRUST_PROXY_HOPS: z.coerce.number().int().min(0).max(5).default(0),
};
export type GatewayEnv = BaseEnv & Record<`${Uppercase<ServiceName>}_URL`, string> & Record<`${Uppercase<FrontendName>}_ASSETS`, string> & { TRUST_PROXY_HOPS: number };

export const frontendNames = ['shell', 'author', 'marketing', 'admin'] as const;
export type FrontendName = (typeof frontendNames)[number];

/** Throws one EnvError that lists every wrong setting. */
export const readEnv = (source: Readonly<Record<string, string | undefined>> = process.env): GatewayEnv => parseEnv(shape, source);
