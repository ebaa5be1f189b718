import { expect, it } from '@jest/globals';
import { addressOf, findPage, listNavigation, listRedirects, registerManifests } from './manifests.ts';

it('omits a broken manifest and keeps the others', () => {
  const fine = {
    pages: [{ path: '/book/:id' }],
    navigation: [{ menu: 'footer' as const, order: 1, label: 'Books', to: '/book/1' }],
  };
  registerManifests({ author: fine, marketing: {}, admin: null });
  expect(findPage('/book/7')).toEqual({ remote: 'author', page: { path: '/book/:id' }, params: { id: '7' } });
  expect(findPage('/nowhere')).toBeNull();
  expect(listNavigation('footer').map(({ label }) => label)).toEqual(['Books']);
});

it('knows the named pages and the redirects of all remotes, also beside a remote of an older release', () => {
  registerManifests({
    older: { pages: [] },
    author: { pages: [], roles: { home: '/desk' } },
    marketing: { pages: [], roles: { contact: '/write-to-us' }, redirects: { '/old': '/new' } },
  });
  expect([addressOf('home'), addressOf('contact'), addressOf('plan')]).toEqual(['/desk', '/write-to-us', null]);
  expect(listRedirects()).toEqual([['/old', '/new']]);
});
