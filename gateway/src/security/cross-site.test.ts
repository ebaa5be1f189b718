import { describe, expect, it } from '@jest/globals';
import { isCrossSite } from './cross-site.ts';

const publicOrigin = 'http://localhost:8080';
const table: [method: string, site: string | undefined, origin: string | undefined, refused: boolean][] = [
  ['POST', 'cross-site', undefined, true],
  ['POST', 'cross-site', publicOrigin, true],
  ['DELETE', 'cross-site', undefined, true],
  ['PATCH', undefined, 'https://evil.example', true],
  ['PUT', undefined, 'null', true],
  ['POST', undefined, 'http://localhost:8081', true],
  ['POST', 'same-site', 'http://blog.localhost:8080', true],
  ['POST', 'same-site', publicOrigin, false],
  ['POST', 'same-origin', publicOrigin, false],
  ['POST', 'none', undefined, false],
  ['POST', undefined, publicOrigin, false],
  ['POST', undefined, undefined, false],
  ['GET', 'cross-site', 'https://evil.example', false],
  ['HEAD', undefined, 'https://evil.example', false],
];

describe('isCrossSite', () => {
  it.each(table)('%s with Sec-Fetch-Site %s and Origin %s: refused %s', (method, site, origin, refused) => {
    expect(
      isCrossSite(method, { ...(site ? { 'sec-fetch-site': site } : {}), ...(origin ? { origin } : {}) }, publicOrigin),
    ).toBe(refused);
  });
});
