import { createHash } from 'node:crypto';
import type { SiteConfig } from '@inkbear/contracts/site-config';
import type { FrontendAssets } from './frontend.ts';

/** Escapes JSON that is put into a script element, so that it cannot end the element or start a comment. */
export const escapeJson = (json: string): string =>
  json.replaceAll(/[<>&\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
/** A value as escaped JSON for a script element. */
export const scriptJson = (value: unknown): string => escapeJson(JSON.stringify(value));

export interface PageValues {
  readonly nonce: string;
  /** Entry URL of each remote. */
  readonly remotes: Readonly<Record<string, string>>;
  /** Manifest of each remote: its pages and navigation. */
  readonly manifests: Readonly<Record<string, unknown>>;
  /** The operator's public settings. */
  readonly config: SiteConfig;
  /** Without a trailing slash. */
  readonly publicUrl: string;
  /**
   * Whether the request has a session cookie. A page that was prerendered for visitors then hides the parts that may
   * differ for users, until the user is known.
   */
  readonly hasSession: boolean;
  /** The remote of a prerendered page. */
  readonly prerenderedRemote?: FrontendAssets | undefined;
  /** Scripts and stylesheets that the page will need once its scripts run. */
  readonly preloads?: readonly string[] | undefined;
  /** URL of the script that fills the skeleton; it runs before the shell's scripts. */
  readonly skeletonScript?: string | undefined;
}

/**
 * CSP hashes of the template's inline scripts. Values filled in at runtime are in script elements with a `type`, which
 * are not executed.
 */
export const inlineScripts = (template: string): string[] =>
  [...template.matchAll(/<script>([^<]*)<\/script>/g)].map(
    ([, text = '']) => `sha256-${createHash('sha256').update(text).digest('base64')}`,
  );

/** A preload link with low priority, so that the shell's own script is fetched first. */
const preloadLink = (href: string): string =>
  `<link rel="preload" as="${href.endsWith('.css') ? 'style' : 'script'}" fetchpriority="low" href="${href}">`;

/** Placeholders in templates of the previous release, with their names in this release. */
const renamedPlaceholders: Readonly<Record<string, string>> = {
  ahead: 'pagePreloads',
  early: 'skeletonScript',
  late: 'remoteScripts',
};

/** Fills in a template's placeholders, except `{{replies}}`, which is filled in last. */
export function fillPage(
  template: string,
  {
    nonce,
    remotes,
    manifests,
    config,
    publicUrl,
    hasSession,
    prerenderedRemote,
    preloads = [],
    skeletonScript,
  }: PageValues,
): string {
  const values: Record<string, string> = {
    nonce,
    remotes: scriptJson(remotes),
    manifests: scriptJson(manifests),
    config: scriptJson(config),
    publicUrl,
    session: hasSession ? ' data-session' : '',
    styles: (prerenderedRemote?.css ?? []).map((href) => `<link rel="stylesheet" href="${href}">`).join('\n'),
    pagePreloads: preloads.map(preloadLink).join('\n'),
    skeletonScript: skeletonScript === undefined ? '' : `<script defer src="${skeletonScript}"></script>`,
    remoteScripts: scriptJson(prerenderedRemote ? [prerenderedRemote.entry, ...prerenderedRemote.preload] : []),
  };
  return template.replaceAll(
    /\{\{(\w+)\}\}/g,
    (match, name: string) => values[renamedPlaceholders[name] ?? name] ?? match,
  );
}

/** `robots.txt`: allows everything except the API. */
export const robotsText = (publicUrl: string): string =>
  `User-agent: *\nDisallow: /api/\nAllow: /\n\nSitemap: ${publicUrl}/sitemap.xml\n`;

/** `sitemap.xml` with the given paths. */
export const siteMap = (publicUrl: string, paths: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${paths.map((path) => `  <url><loc>${publicUrl}${path}</loc></url>`).join('\n')}\n</urlset>\n`;

/** The page that is sent while the shell is unavailable. */
export const unavailablePage = (nonce: string): string => `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Inkbear is unavailable at the moment</title>
<style nonce="${nonce}">body{font:1.125rem/1.6 Georgia,serif;max-width:34rem;margin:20vh auto;padding:0 1.5rem;color:#2b2622;background:#fbf8f3}a{color:inherit}</style>
</head>
<body>
<h1>Inkbear is unavailable at the moment</h1>
<p>The pages cannot be loaded. Your books are not affected. Please <a href="">try again</a> in a moment.</p>
</body>
</html>
`;
