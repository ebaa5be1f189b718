import { type BaseEnv, baseEnvShape, parseEnv, peerUrl } from '@inkbear/service-kit/env';
import { frontendNames, type FrontendName, type ServiceName, serviceNames } from '@inkbear/contracts/services';
import { siteConfig, type SiteConfig } from '@inkbear/contracts/site-config';
import { z } from 'zod';

/** A folder (local start) or a base URL (cluster, hot reload). */
const assets = z.string().min(1);

type Settings<Name extends string, Suffix extends string, S> = Record<`${Uppercase<Name>}_${Suffix}`, S>;
/** One setting for each name, e.g. `AUTH_URL`. */
const settingsOf = <Name extends string, Suffix extends string, S>(names: readonly Name[], suffix: Suffix, schema: S) =>
  Object.fromEntries(names.map((name) => [`${name.toUpperCase()}_${suffix}`, schema])) as Settings<Name, Suffix, S>;

/** Invalid JSON is passed on unchanged, so that the schema reports it. */
function parseLinks(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}

const shape = {
  ...baseEnvShape,
  ...settingsOf(serviceNames, 'URL', peerUrl),
  ...settingsOf(frontendNames, 'ASSETS', assets),
  SUPPORT_EMAIL: siteConfig.shape.supportEmail,
  TECH_EMAIL: siteConfig.shape.techEmail,
  BUSINESS_EMAIL: siteConfig.shape.businessEmail,
  /** JSON of network name to https address, e.g. `{"YouTube": "https://…"}`. */
  SOCIAL_LINKS: z.string().transform(parseLinks).pipe(siteConfig.shape.socialLinks).optional(),
  /** Number of our own proxies in front of the gateway; only their `X-Forwarded-For` entries are trusted. */
  TRUST_PROXY_HOPS: z.coerce.number().int().min(0).max(5).default(0),
  /** Same as billing's; with `stripe`, pages may load Stripe's card form. */
  PAYMENTS_MODE: z.enum(['sandbox', 'stripe']).default('sandbox'),
  /** WebSocket of the development server for hot reload; pages may connect to it. */
  HOT_RELOAD_URL: z.url({ protocol: /^wss?$/ }).optional(),
};
type Contacts = {
  SUPPORT_EMAIL?: string | undefined;
  TECH_EMAIL?: string | undefined;
  BUSINESS_EMAIL?: string | undefined;
  SOCIAL_LINKS?: SiteConfig['socialLinks'];
};
export type GatewayEnv = BaseEnv &
  Settings<ServiceName, 'URL', string> &
  Settings<FrontendName, 'ASSETS', string> &
  Contacts & { TRUST_PROXY_HOPS: number; PAYMENTS_MODE: 'sandbox' | 'stripe'; HOT_RELOAD_URL?: string | undefined };

/** The operator's settings that public pages may show. */
export const siteConfigOf = ({ SUPPORT_EMAIL, TECH_EMAIL, BUSINESS_EMAIL, SOCIAL_LINKS }: GatewayEnv): SiteConfig =>
  siteConfig.parse({
    supportEmail: SUPPORT_EMAIL,
    techEmail: TECH_EMAIL,
    businessEmail: BUSINESS_EMAIL,
    socialLinks: SOCIAL_LINKS,
  });

/** Throws one EnvError that lists every invalid setting. */
export const readEnv = (source: Readonly<Record<string, string | undefined>> = process.env): GatewayEnv =>
  parseEnv(shape, source);
