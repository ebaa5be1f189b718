import { z } from 'zod';

const address = z.email().optional();

/** The operator's public settings. The gateway writes them into the page; unset ones are not shown. */
export const siteConfig = z.object({
  supportEmail: address,
  techEmail: address,
  businessEmail: address,
  /** Network name to URL. */
  socialLinks: z.record(z.string().min(1).max(40), z.url({ protocol: /^https$/ })).optional(),
});
export type SiteConfig = z.infer<typeof siteConfig>;
