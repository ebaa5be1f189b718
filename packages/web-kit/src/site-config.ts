import type { SiteConfig } from '@inkbear/contracts/site-config';
import { useSyncExternalStore } from 'react';

const nothing: SiteConfig = {};
const known = new Map<string, SiteConfig>();
const never = () => () => undefined;

function readConfig(): SiteConfig {
  const text = document.getElementById('inkbear-config')?.textContent ?? '';
  if (!text.startsWith('{') || text.startsWith('{{')) return nothing;
  const config = known.get(text) ?? (JSON.parse(text) as SiteConfig);
  known.set(text, config);
  return config;
}

/** What the operator configured, as the gateway wrote it into the page; empty while there is no such block, and in a page that was drawn when it was built. */
export const useSiteConfig = (): SiteConfig => useSyncExternalStore(never, readConfig, () => nothing);
