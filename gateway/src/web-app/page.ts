import { createHash } from 'node:crypto';
import type { SiteConfig } from '@inkbear/contracts/site-config';
import type { FrontendAssets } from './frontend.ts';

/** JSON as it can stand inside a script element: nothing in it ends the element or starts a comment. */
export const escapeJson = (json: string): string =>
  json.replaceAll(/[<>&\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
export const scriptJson = (value: unknown): string => escapeJson(JSON.stringify(value));

export interface PageValues {
  readonly nonce: string;
  /** Where each remote begins. */
  readonly remotes: Readonly<Record<string, string>>;
  /** What the operator says about the site. */
  readonly config: SiteConfig;
  /** Without a slash at the end. */
  readonly publicUrl: string;
  /** Whether the browser brought a session: a page that was drawn for visitors then hides what may differ until it is known. */
  readonly hasSession: boolean;
  /** The remote of a page that was drawn when it was built. */
  readonly drawnBy?: FrontendAssets | undefined;
  /** Scripts and stylesheets that the page will ask for once its scripts run. */
  readonly ahead?: readonly string[] | undefined;
  /** A script that runs before the shell's. */
  readonly early?: string | undefined;
}

/** What the page's policy calls the scripts that the build put inside a template. Whatever is filled in later stands in elements with a type. */
export const inlineScripts = (template: string): string[] =>
  [...template.matchAll(/<script>([^<]*)<\/script>/g)].map(
    ([, text = '']) => `sha256-${createHash('sha256').update(text).digest('base64')}`,
  );

/** Behind the shell's own script in the line, which everything waits for. */
const fetchedAhead = (href: string): string =>
  `<link rel="preload" as="${href.endsWith('.css') ? 'style' : 'script'}" fetchpriority="low" href="${href}">`;

/** Fills a template of the shell with what only this answer knows; `{{replies}}` stays, it is known last. */
export function fillPage(
  template: string,
  { nonce, remotes, config, publicUrl, hasSession, drawnBy, ahead = [], early }: PageValues,
): string {
  const values: Record<string, string> = {
    nonce,
    remotes: scriptJson(remotes),
    config: scriptJson(config),
    publicUrl,
    session: hasSession ? ' data-session' : '',
    styles: (drawnBy?.css ?? []).map((href) => `<link rel="stylesheet" href="${href}">`).join('\n'),
    ahead: ahead.map(fetchedAhead).join('\n'),
    early: early === undefined ? '' : `<script defer src="${early}"></script>`,
    late: scriptJson(drawnBy ? [drawnBy.entry, ...drawnBy.preload] : []),
  };
  return template.replaceAll(/\{\{(\w+)\}\}/g, (match, name: string) => values[name] ?? match);
}

/** What search engines may read: the pages that were drawn, and nothing that needs a session. */
export const robotsText = (publicUrl: string): string =>
  `User-agent: *\nDisallow: /api/\nAllow: /\n\nSitemap: ${publicUrl}/sitemap.xml\n`;

export const siteMap = (publicUrl: string, paths: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${paths.map((at) => `  <url><loc>${publicUrl}${at}</loc></url>`).join('\n')}\n</urlset>\n`;

/** Stands in while the shell is not there. */
export const unavailablePage = (nonce: string): string => `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Inkbear is being set up</title>
<style nonce="${nonce}">body{font:1.125rem/1.6 Georgia,serif;max-width:34rem;margin:20vh auto;padding:0 1.5rem;color:#2b2622;background:#fbf8f3}a{color:inherit}</style>
</head>
<body>
<h1>Inkbear is not ready yet</h1>
<p>The pages are being set up. Your books are safe. Please <a href="">try again</a> in a moment.</p>
</body>
</html>
`;
