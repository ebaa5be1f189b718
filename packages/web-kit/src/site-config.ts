import type { SiteConfig } from '@inkbear/contracts/site-config';
import { useBrowserValue } from './use-browser-value.ts';

const nothing: SiteConfig = {};
const known = new Map<string, SiteConfig>();

function readConfig(): SiteConfig {
  const text = document.getElementById('inkbear-config')?.textContent ?? '';
  if (!text.startsWith('{') || text.startsWith('{{')) return nothing;
  const config = known.get(text) ?? (JSON.parse(text) as SiteConfig);
  known.set(text, config);
  return config;
}

/**
 * What the operator configured, as the gateway wrote it into the page; empty while there is no such block, and in a
 * page that was drawn when it was built.
 */
export const useSiteConfig = (): SiteConfig => useBrowserValue(readConfig, nothing);
