/** Every service. Each runs as its own process and owns its entities. */
export const serviceNames = [
  'auth',
  'books',
  'ai',
  'stories',
  'billing',
  'referrals',
  'reviews',
  'export',
  'admin',
] as const;
export type ServiceName = (typeof serviceNames)[number];

/** Every server process: the services and the gateway. Each has its own database user, broker user and signing key. */
export const processNames = [...serviceNames, 'gateway'] as const;
export type ProcessName = (typeof processNames)[number];

/** The four frontends; `shell` composes the others. */
export const frontendNames = ['shell', 'author', 'marketing', 'admin'] as const;
export type FrontendName = (typeof frontendNames)[number];
