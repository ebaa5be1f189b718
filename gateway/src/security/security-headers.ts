import { randomBytes } from 'node:crypto';
import { isHttps } from '@inkbear/contracts/auth/session-token';
import type { RequestHandler } from 'express';
import helmet from 'helmet';

/** The policy of one answer; a page's own styles carry its nonce, the scripts inside it have these hashes. */
export type ContentPolicy = (page?: { readonly nonce?: string; readonly scripts?: readonly string[] }) => string;

export interface PolicyOptions {
  /** The hot reload of a development start is one more place to connect to. */
  readonly hotReloadUrl?: string | undefined;
  /** Stripe's script, its frames and what they ask; only where it takes real money. */
  readonly withStripe?: boolean;
}
const stripeScripts = 'https://js.stripe.com https://*.js.stripe.com';
const list = (...sources: (string | false | undefined)[]): string => sources.filter(Boolean).join(' ');

/** `'wasm-unsafe-eval'` lets the page preview compile WebAssembly; it allows no eval. */
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

/** What every answer carries, whoever gives it. A page replaces the policy by one with its own nonce. */
export function securityHeaders(
  publicUrl: string,
  policy: ContentPolicy,
  { withStripe = false }: Pick<PolicyOptions, 'withStripe'> = {},
): RequestHandler[] {
  const withoutPage = policy();
  return [
    helmet({
      contentSecurityPolicy: false,
      strictTransportSecurity: isHttps(publicUrl) ? { maxAge: 31_536_000, includeSubDomains: true } : false,
      crossOriginOpenerPolicy: { policy: 'same-origin' },
      referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
      xFrameOptions: { action: 'deny' },
    }),
    (_req, res, next) => {
      res.setHeader('Content-Security-Policy', withoutPage);
      res.setHeader('Permissions-Policy', permissions(withStripe));
      next();
    },
  ];
}
