import { z } from 'zod';

const address = z.email().optional();

/** What an operator says about the site; the gateway writes it into the page, and what is unset is not shown. */
export const siteConfig = z.object({
  supportEmail: address,
  techEmail: address,
  businessEmail: address,
  /** Network name to address. */
  socialLinks: z.record(z.string().min(1).max(40), z.url({ protocol: /^https$/ })).optional(),
});
export type SiteConfig = z.infer<typeof siteConfig>;
