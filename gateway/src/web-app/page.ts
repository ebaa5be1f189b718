import type { SiteConfig } from '@inkbear/contracts/site-config';

/** JSON that can stand inside a script element: nothing in it ends the element or starts a comment. */
export const scriptJson = (value: unknown): string => JSON.stringify(value).replaceAll(/[<>&\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Fills the shell's template: the nonce of this answer, where each remote begins, and what the operator says about the site. */
export function fillPage(template: string, values: { nonce: string; remotes: Readonly<Record<string, string>>; config: SiteConfig }): string {
  return template.replaceAll('{{nonce}}', () => values.nonce).replaceAll('{{remotes}}', () => scriptJson(values.remotes)).replaceAll('{{config}}', () => scriptJson(values.config));
}

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
