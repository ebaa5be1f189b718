import { expect, it } from '@jest/globals';
import manifest from './manifest.ts';
import remote from './remote.tsx';

it('has a route for each page of its manifest, and no other', () => {
  expect(remote.routes.map(({ path }) => path)).toEqual(manifest.pages.map(({ path }) => path));
});

it.each([
  [
    'signed-out',
    ['Home /', 'Features /features', 'Publishing Guide /help', 'Pricing /pricing', 'Knowledge /knowledge'],
  ],
  ['signed-in', ['Home /', 'Features /features', 'Pricing /pricing', 'Knowledge Library /knowledge']],
])('links its main pages in the %s menu', (name, links) => {
  const entries = (manifest.navigation ?? []).filter(({ menu }) => menu === name);
  const sorted = entries.toSorted((a, b) => a.order - b.order);
  expect(sorted.map(({ label, to }) => `${label} ${to}`)).toEqual(links);
});
