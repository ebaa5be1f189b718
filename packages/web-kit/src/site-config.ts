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

/** The operator's configuration, which the gateway embeds into the page; empty without it and while prerendering. */
export const useSiteConfig = (): SiteConfig => useBrowserValue(readConfig, nothing);
