import type { SiteConfig } from '@inkbear/contracts/site-config';
import { useBrowserValue } from './use-browser-value.ts';

const emptyConfig: SiteConfig = {};
const parsed = new Map<string, SiteConfig>();

function readConfig(): SiteConfig {
  const text = document.getElementById('inkbear-config')?.textContent ?? '';
  if (!text.startsWith('{') || text.startsWith('{{')) return emptyConfig;
  const config = parsed.get(text) ?? (JSON.parse(text) as SiteConfig);
  parsed.set(text, config);
  return config;
}

/** The operator's configuration, which the gateway embeds into the page; empty without it and while prerendering. */
export const useSiteConfig = (): SiteConfig => useBrowserValue(readConfig, emptyConfig);
