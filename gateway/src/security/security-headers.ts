import { randomBytes } from 'node:crypto';
import { isHttps } from '@inkbear/contracts/auth/session-token';
import type { RequestHandler } from 'express';
import helmet from 'helmet';

/** `'wasm-unsafe-eval'` lets the page preview compile WebAssembly; it allows no eval. Styles may carry the page's nonce. */
export function contentSecurityPolicy(nonce?: string): string {
  return [
    "default-src 'self'",
    "script-src 'self' 'wasm-unsafe-eval'",
    `style-src 'self'${nonce ? ` 'nonce-${nonce}'` : ''}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
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
export function securityHeaders(publicUrl: string): RequestHandler[] {
  const policy = contentSecurityPolicy();
  return [
    helmet({
      contentSecurityPolicy: false,
      strictTransportSecurity: isHttps(publicUrl) ? { maxAge: 31_536_000, includeSubDomains: false } : false,
      crossOriginOpenerPolicy: { policy: 'same-origin' },
      referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
      xFrameOptions: { action: 'deny' },
    }),
    (_req, res, next) => {
      res.setHeader('Content-Security-Policy', policy);
      res.setHeader('Permissions-Policy', permissions);
      next();
    },
  ];
}
