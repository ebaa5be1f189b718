import { expect, it } from '@jest/globals';
import manifest from './manifest.ts';
import remote from './remote.tsx';

it('has a route for each page of its manifest, and no other', () => {
  expect(remote.routes.map(({ path }) => path)).toEqual(manifest.pages.map(({ path }) => path));
});
