import { describe, expect, it } from '@jest/globals';
import { routes } from '@inkbear/contracts/routes';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { listFrontends, root } from '../frontends.ts';
import contracts from './contracts.ts';
import dynamicCss from './dynamic-css.ts';

it('adds the page’s nonce to every style that antd injects', () => {
  const source = readFileSync(path.join(root, 'node_modules/@rc-component/util/es/Dom/dynamicCSS.js'), 'utf8');
  expect(dynamicCss(source)).toContain("document.querySelector('meta[property=csp-nonce]')?.nonce");
  expect(() => dynamicCss('export {}')).toThrow('has changed');
});

it('lists the four frontends, the shell first', () => {
  expect(listFrontends().map(({ name }) => name)).toEqual(['shell', 'admin', 'author', 'marketing']);
  expect(() => listFrontends(['nothing'])).toThrow('There is no frontend called nothing.');
});

describe('contracts', () => {
  it('removes route fields that browsers do not read, and marks schemas as pure', () => {
    const source = `import { z } from 'zod';
const id = z.uuid();
export const names = ['a'] as const;
export const parse = (text: string) => id.parse(text);
const common = { access: 'user', responses: { 200: z.object({ id }) } } as const;
export const getBook = defineRoute({
  ...common,
  id: 'getBook',
  method: 'GET',
  path: '/api/books/:id',
  params: z.object({ id }),
  responses: { 200: z.object({ id }), 204: emptyReply },
});`;
    expect(contracts(source)).toBe(`import { z } from '#zod';
const id = /*#__PURE__*/ (() => (z.uuid()))();
export const names = ['a'] as const;
export const parse = (text: string) => id.parse(text);
const common = { responses: {  } };
export const getBook = /*#__PURE__*/ defineRoute({ ...common, method: 'GET', path: '/api/books/:id', responses: { 204: emptyReply } } as never);`);
  });

  it('keeps the kind of every reply that is not JSON, because the client reads it', () => {
    const folder = path.join(root, 'packages/contracts/src');
    const text = globSync('**/*.ts', { cwd: folder, exclude: ['**/*.test.ts'] })
      .map((file) => contracts(readFileSync(path.join(folder, file), 'utf8')))
      .join('\n');
    const plain = routes.flatMap(({ method, path: at, responses }) =>
      Object.entries(responses).flatMap(([status, reply]) => ('kind' in reply ? [{ method, at, status }] : [])),
    );
    expect(plain.length).toBeGreaterThan(5);
    const missing = plain.filter(({ at, status }) => {
      const literalPath = at.replaceAll(/[/.]/g, String.raw`\$&`);
      const response = String.raw`responses: \{[^}]*\b${status}: (?:emptyReply|fileReply)`;
      return !new RegExp(`path: ['\`]${literalPath}['\`][^)]*${response}`).test(text);
    });
    expect(missing).toEqual([]);
  });

  it('throws for responses that it cannot remove', () => {
    expect(() => contracts('const a = defineRoute({ responses: shared });')).toThrow('not an object literal');
  });
});

it('bundles antd into the admin console with its own facade, and shares four components with all other frontends', () => {
  expect(listFrontends().map(({ name, ownAntd }) => [name, ownAntd])).toEqual([
    ['shell', null],
    ['admin', 'antd-admin.ts'],
    ['author', null],
    ['marketing', null],
  ]);
  const shared = readFileSync(path.join(import.meta.dirname, '../facades/antd.ts'), 'utf8');
  const components = [...shared.matchAll(/default as ([A-Z]\w+)/g)].map(([, name]) => name);
  expect(components).toEqual(['ConfigProvider', 'Drawer', 'Dropdown', 'Modal']);
});
