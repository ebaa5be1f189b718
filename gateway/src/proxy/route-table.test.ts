import { describe, expect, it } from '@jest/globals';
import { publicRoutes } from '@inkbear/contracts/routes';
import { RouteTable } from './route-table.ts';

const table = new RouteTable(publicRoutes);
const find = (method: string, path: string) => table.find(method, path)?.id ?? null;

describe('RouteTable', () => {
  it('prefers the more specific path', () => {
    expect(find('GET', '/api/user/referrals')).toBe('getReferrals');
    expect(table.find('GET', '/api/user/export')?.owner).toBe('export');
    expect(table.find('GET', '/api/user/plan-status')?.owner).toBe('auth');
    expect(table.find('POST', '/api/books/1/export/pdf')?.owner).toBe('export');
    expect(table.find('POST', '/api/admin/users')?.owner).toBe('auth');
  });

  it('distinguishes methods, and treats HEAD as GET', () => {
    expect(find('HEAD', '/api/books')).toBe(find('GET', '/api/books'));
    expect(find('POST', '/api/books')).not.toBe(find('GET', '/api/books'));
    expect([find('PURGE', '/api/books'), find('OPTIONS', '/api/books')]).toEqual([null, null]);
  });

  it.each([
    '/api/books/',
    '/api//books',
    '/api/books/.',
    '/api/books/..',
    '/api/books/%2e%2e',
    '/API/books',
    '/api/books/a/b/c/d',
    'http://host/api/books',
    '/internal/auth/revocations',
  ])('does not know %s', (path) => {
    expect(find('GET', path)).toBeNull();
  });
});
