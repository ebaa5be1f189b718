import { randomBytes } from 'node:crypto';
import { isHttps } from '@inkbear/contracts/auth/session-token';
import type { RequestHandler } from 'express';
import helmet from 'helmet';

/** The policy of one answer; a page's own styles carry its nonce. */
export type ContentPolicy = (nonce?: string) => string;

/** `'wasm-unsafe-eval'` lets the page preview compile WebAssembly; it allows no eval. The hot reload of a development start is one more place to connect to. */
export function contentPolicy(hotReloadUrl?: string): ContentPolicy {
  return (nonce) => [
    "default-src 'self'",
    "script-src 'self' 'wasm-unsafe-eval'",
    `style-src 'self'${nonce ? ` 'nonce-${nonce}'` : ''}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${hotReloadUrl ? ` ${hotReloadUrl}` : ''}`,
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join('; ');
}

export const newNonce = (): string => randomBytes(16).toString('base64');

const permissions = 'browsing-topics=(), camera=(), geolocation=(), microphone=(), payment=(), usb=()';

/** What every answer carries, whoever gives it. A page replaces the policy by one with its own nonce. */
export function securityHeaders(publicUrl: string, policy: ContentPolicy): RequestHandler[] {
  const withoutPage = policy();
  return [
    helmet({
      contentSecurityPolicy: false,
      strictTransportSecurity: isHttps(publicUrl) ? { maxAge: 31_536_000, includeSubDomains: false } : false,
      crossOriginOpenerPolicy: { policy: 'same-origin' },
      referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
      xFrameOptions: { action: 'deny' },
    }),
    (_req, res, next) => {
      res.setHeader('Content-Security-Policy', withoutPage);
      res.setHeader('Permissions-Policy', permissions);
      next();
    },
  ];
}
