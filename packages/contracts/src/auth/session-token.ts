/** Issuer and audience of an author's session token. The gateway verifies it; auth reads it at logout. */
export const sessionIssuer = 'auth-session';
export const sessionAudience = 'inkbear-web';
/** Lifetime of a session from its signing; there is no renewal. */
export const sessionDays = 7;

/** Issuer and audience of an admin's session token, which is sent in a header instead of a cookie. */
export const adminIssuer = 'admin-session';
export const adminAudience = 'inkbear-admin';
export const adminTokenHeader = 'x-admin-token';

/** Whether the public address of the site uses https. */
export const isHttps = (publicUrl: string): boolean => new URL(publicUrl).protocol === 'https:';

/** The prefix `__Host-` binds the cookie to exactly this host. Browsers accept it only over https. */
export const sessionCookieName = (publicUrl: string): string =>
  isHttps(publicUrl) ? '__Host-inkbear_session' : 'inkbear_session';
