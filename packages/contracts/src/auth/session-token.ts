/** Issuer and audience of an author's session token. The gateway verifies it; auth reads it at logout. */
export const sessionIssuer = 'auth-session';
export const sessionAudience = 'inkbear-web';
/** Lifetime of a session from its signing; there is no renewal. */
export const sessionDays = 7;

/** The same for an admin's session, whose token is sent in a header instead of a cookie. */
export const adminIssuer = 'admin-session';
export const adminAudience = 'inkbear-admin';
export const adminTokenHeader = 'x-admin-token';

export const isHttps = (publicUrl: string): boolean => new URL(publicUrl).protocol === 'https:';

/** `__Host-` binds the cookie to exactly this host; browsers accept it over https only. */
export const sessionCookieName = (publicUrl: string): string =>
  isHttps(publicUrl) ? '__Host-inkbear_session' : 'inkbear_session';
