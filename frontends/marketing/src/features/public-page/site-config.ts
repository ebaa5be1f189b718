/** What the operator configured for public pages, as the gateway writes it into the page; what is unset is not shown. */
export interface SiteConfig {
  supportEmail?: string;
  techEmail?: string;
  businessEmail?: string;
}

export function siteConfig(page: Document = document): SiteConfig {
  try {
    return JSON.parse(page.getElementById('inkbear-config')?.textContent ?? '{}') as SiteConfig;
  } catch {
    return {};
  }
}
