import { type BaseEnv, baseEnvShape, parseEnv, peerUrl } from '@inkbear/service-kit/env';
import { frontendNames, type FrontendName, type ServiceName, serviceNames } from '@inkbear/contracts/services';
import { z } from 'zod';

/** A folder (laptop) or a base address (cluster, hot reload). */
const assets = z.string().min(1);

type Settings<Name extends string, Suffix extends string, S> = Record<`${Uppercase<Name>}_${Suffix}`, S>;
/** One setting for each name, e.g. `AUTH_URL`. */
const settingsOf = <Name extends string, Suffix extends string, S>(names: readonly Name[], suffix: Suffix, schema: S) =>
  Object.fromEntries(names.map((name) => [`${name.toUpperCase()}_${suffix}`, schema])) as Settings<Name, Suffix, S>;

const shape = {
  ...baseEnvShape,
  ...settingsOf(serviceNames, 'URL', peerUrl),
  ...settingsOf(frontendNames, 'ASSETS', assets),
  /** How many proxies in front of the gateway are ours; only their `X-Forwarded-For` entries are believed. */
  TRUST_PROXY_HOPS: z.coerce.number().int().min(0).max(5).default(0),
};
export type GatewayEnv = BaseEnv & Settings<ServiceName, 'URL', string> & Settings<FrontendName, 'ASSETS', string> & { TRUST_PROXY_HOPS: number };

/** Throws one EnvError that lists every wrong setting. */
export const readEnv = (source: Readonly<Record<string, string | undefined>> = process.env): GatewayEnv => parseEnv(shape, source);
