import type { SiteConfig } from '@inkbear/contracts/site-config';

/** What the operator configured, as the gateway wrote it into the page; empty while there is no such block. */
export function siteConfig(page: Document = document): SiteConfig {
  const block = page.getElementById('inkbear-config')?.textContent ?? '';
  return block.startsWith('{') && !block.startsWith('{{') ? (JSON.parse(block) as SiteConfig) : {};
}
