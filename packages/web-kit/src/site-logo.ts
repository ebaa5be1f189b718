import { getSiteLogo } from '@inkbear/contracts/admin/site';
import { read } from './read.ts';

/** The site's logo: shown by the shell, and changed by the admin remote. */
export const siteLogoQuery = () => ({ ...read(getSiteLogo), retry: false });
