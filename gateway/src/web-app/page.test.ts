import { describe, expect, it } from '@jest/globals';
import { parseAssets, parsePages } from './frontend.ts';
import { cacheControlOf } from './file-types.ts';
import { fillPage, scriptJson } from './page.ts';

const publicUrl = 'https://inkbear.example';

describe('fillPage', () => {
  it('escapes remote names', () => {
    const json = scriptJson({ a: '</script><!--\u2028&' });
    expect(json).not.toMatch(/[<>&\u2028]/);
    expect(JSON.parse(json)).toEqual({ a: '</script><!--\u2028&' });
  });

  it('inserts values literally, including dollar signs', () => {
    expect(
      fillPage('{{nonce}} {{nonce}} {{remotes}} {{manifests}} {{config}}', {
        nonce: "$&$'",
        remotes: { a: '$1' },
        manifests: { a: { pages: [] } },
        config: { supportEmail: 'help@example.com' },
        publicUrl,
        hasSession: false,
      }),
    ).toBe('$&$\' $&$\' {"a":"$1"} {"a":{"pages":[]}} {"supportEmail":"help@example.com"}');
  });

  it('fills the placeholders of templates from the previous release', () => {
    const values = {
      nonce: 'n',
      remotes: {},
      manifests: {},
      config: {},
      publicUrl: '',
      hasSession: false,
      preloads: ['/a.js'],
      skeletonScript: '/s.js',
    };
    expect(fillPage('{{ahead}}{{early}}{{late}}', values)).toBe(
      fillPage('{{pagePreloads}}{{skeletonScript}}{{remoteScripts}}', values),
    );
  });

  it('adds the stylesheets of a prerendered page, and marks a possible session', () => {
    const prerenderedRemote = {
      entry: '/mfe/marketing/e.js',
      css: ['/mfe/marketing/a.css'],
      preload: ['/mfe/marketing/p.js'],
    };
    const fill = (hasSession: boolean) =>
      fillPage('<html{{session}}>{{styles}}{{remoteScripts}}{{publicUrl}}{{other}}', {
        nonce: '',
        remotes: {},
        manifests: {},
        config: {},
        publicUrl,
        hasSession,
        prerenderedRemote,
      });
    expect(fill(true)).toBe(
      '<html data-session><link rel="stylesheet" href="/mfe/marketing/a.css">["/mfe/marketing/e.js","/mfe/marketing/p.js"]https://inkbear.example{{other}}',
    );
    expect(fill(false)).toContain('<html><link');
  });
});

describe('parseAssets', () => {
  it.each([
    '',
    '{',
    '[]',
    '{"entry":"/mfe/admin/x.js"}',
    '{"entry":"https://evil.example/x.js","css":[],"preload":[]}',
    '{"entry":"/mfe/admin/x.js","css":[],"preload":[]}',
  ])('of author is not %s', (text) => {
    expect(parseAssets('author', text)).toBeNull();
  });
});

it('parsePages keeps the pages when the skeletons are malformed', () => {
  expect(parsePages('{"remote":"marketing","pages":{"/":"home"},"skeletons":{"/dashboard":"<html>"}}')).toEqual({
    remote: 'marketing',
    pages: { '/': 'home' },
    skeletons: {},
    manifests: {},
  });
});

describe('cacheControlOf', () => {
  it.each([
    ['main.880c7c44.js', 'public, max-age=31536000, immutable'],
    ['assets/inter.4f2981d8.woff2', 'public, max-age=31536000, immutable'],
    ['main.880c7c44.js.map', 'public, max-age=31536000, immutable'],
    ['remoteEntry.js', 'no-cache'],
    ['robots.txt', 'no-cache'],
    ['main.abc.js', 'no-cache'],
  ])('%s: %s', (file, expected) => {
    expect(cacheControlOf(file)).toBe(expected);
  });
});
