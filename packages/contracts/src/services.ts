/** Every server process that owns nouns, in the order of the floor plan. */
export const serviceNames = ['auth', 'books', 'ai', 'stories', 'billing', 'referrals', 'reviews', 'export', 'admin'] as const;
export type ServiceName = (typeof serviceNames)[number];

/** Everyone who may sign an identity: the gateway for people, a service for itself. */
export type IssuerName = ServiceName | 'gateway';

/** The four frontends; `shell` composes the others. */
export const frontendNames = ['shell', 'author', 'marketing', 'admin'] as const;
export type FrontendName = (typeof frontendNames)[number];
