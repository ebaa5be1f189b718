/** Who signs a signed-in author's session, and for whom; the gateway verifies it, auth reads it at logout. */
export const sessionIssuer = 'auth-session';
export const sessionAudience = 'inkbear-web';
/** A session lives this long from its signing; there is no renewal. */
export const sessionDays = 7;

/** The same for an admin's session, which travels in a header and not in a cookie. */
export const adminIssuer = 'admin-session';
export const adminAudience = 'inkbear-admin';
export const adminTokenHeader = 'x-admin-token';

export const isHttps = (publicUrl: string): boolean => new URL(publicUrl).protocol === 'https:';

/** `__Host-` binds the cookie to this very host, which browsers accept over https only. */
export const sessionCookieName = (publicUrl: string): string =>
  isHttps(publicUrl) ? '__Host-inkbear_session' : 'inkbear_session';
