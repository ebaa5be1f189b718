export interface SiteConfig {
  supportEmail?: string;
  /** Network name to address. */
  socialLinks?: Record<string, string>;
}

/** What the operator configured for public pages; what is unset is not shown. */
export function siteConfig(page: Document = document): SiteConfig {
  try {
    return JSON.parse(page.getElementById('inkbear-config')?.textContent ?? '{}') as SiteConfig;
  } catch {
    return {};
  }
}
