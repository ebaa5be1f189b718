import { randomBytes } from 'node:crypto';
import { isHttps } from '@inkbear/contracts/auth/session-token';
import type { RequestHandler } from 'express';
import helmet from 'helmet';

/**
 * Builds the CSP of one response: `nonce` allows the page's inline styles, `scripts` are hashes of its inline scripts.
 */
export type ContentPolicy = (page?: { readonly nonce?: string; readonly scripts?: readonly string[] }) => string;

export interface PolicyOptions {
  /** WebSocket for hot reload in development. */
  readonly hotReloadUrl?: string | undefined;
  /** Allows Stripe's script, frames and API; only with real payments. */
  readonly withStripe?: boolean;
}
const stripeScripts = 'https://js.stripe.com https://*.js.stripe.com';
const list = (...sources: (string | false | undefined)[]): string => sources.filter(Boolean).join(' ');

/** Creates the CSP. `'wasm-unsafe-eval'` allows WebAssembly, which no page uses yet; it does not allow `eval`. */
export function contentPolicy({ hotReloadUrl, withStripe = false }: PolicyOptions = {}): ContentPolicy {
  return ({ nonce, scripts = [] } = {}) =>
    [
      "default-src 'self'",
      list("script-src 'self' 'wasm-unsafe-eval'", ...scripts.map((hash) => `'${hash}'`), withStripe && stripeScripts),
      `style-src 'self'${nonce ? ` 'nonce-${nonce}'` : ''}`,
      "img-src 'self' data: blob:",
      "font-src 'self'",
      list("connect-src 'self'", withStripe && 'https://api.stripe.com', hotReloadUrl),
      ...(withStripe ? [`frame-src ${stripeScripts} https://hooks.stripe.com`] : []),
      "worker-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
    ].join('; ');
}

export const newNonce = (): string => randomBytes(16).toString('base64');

const permissions = (withStripe: boolean): string =>
  `browsing-topics=(), camera=(), geolocation=(), microphone=(), payment=(${withStripe ? 'self "https://js.stripe.com"' : ''}), usb=()`;

/** Sets the security headers of every response. Pages replace the CSP with one that has their nonce. */
export function securityHeaders(
  publicUrl: string,
  policy: ContentPolicy,
  { withStripe = false }: Pick<PolicyOptions, 'withStripe'> = {},
): RequestHandler[] {
  const defaultPolicy = policy();
  return [
    helmet({
      contentSecurityPolicy: false,
      strictTransportSecurity: isHttps(publicUrl) ? { maxAge: 31_536_000, includeSubDomains: true } : false,
      crossOriginOpenerPolicy: { policy: 'same-origin' },
      referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
      xFrameOptions: { action: 'deny' },
    }),
    (_req, res, next) => {
      res.setHeader('Content-Security-Policy', defaultPolicy);
      res.setHeader('Permissions-Policy', permissions(withStripe));
      next();
    },
  ];
}
