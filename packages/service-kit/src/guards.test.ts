import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { baseEnvShape, EnvError, parseEnv } from './env.ts';
import { actorOf, requireAccess, requireCaller } from './identity.ts';
import { ProblemError, toProblemError } from './problem.ts';
import { requireAllRoutesServed, requireAllEventsConsumed } from './run-service.ts';
import { bundledAssets, workerFile } from './worker-pool.ts';

describe('parseEnv', () => {
  it('lists every invalid setting at once and never a value', () => {
    const read = () =>
      parseEnv(
        { ...baseEnvShape, SECRET: z.string().min(16) },
        { PORT: 'abc', PUBLIC_URL: '', SECRET: 'too-short-secret'.slice(0, 5) },
      );
    expect(read).toThrow(EnvError);
    expect(read).toThrow(/PORT: .*\n[\s\S]*PUBLIC_URL: is missing[\s\S]*NATS_URL: is missing[\s\S]*SECRET: /);
    expect(read).not.toThrow(/too-s/);
  });
});

describe('requireAccess', () => {
  const user = { role: 'user', userId: 'u', sid: 's', signedInAt: 1 } as const;
  const admin = { role: 'admin', sid: 's' } as const;
  const service = { role: 'service', service: 'books' } as const;
  const visitor = { role: 'visitor' } as const;
  it.each([
    ['public', visitor, null],
    ['visitor', user, null],
    ['user', user, null],
    ['user', visitor, 401],
    ['user', admin, 403],
    ['user', service, 403],
    ['admin', admin, null],
    ['admin', user, 401],
    ['admin', visitor, 401],
    ['admin', service, 401],
    ['admin-user', user, null],
    ['admin-user', admin, null],
    ['admin-user', visitor, 401],
    ['service', service, null],
    ['service', user, 404],
    ['service', admin, 404],
    ['service', visitor, 404],
  ] as const)('%s by %j → %j', (access, identity, status) => {
    const act = () => requireAccess(access, identity);
    if (status === null) expect(act).not.toThrow();
    else expect(act).toThrow(expect.objectContaining({ status }));
  });
  it.each([
    ['service', ['ai'], { role: 'service', service: 'ai' }, null],
    ['service', ['ai', 'gateway'], { role: 'service', service: 'gateway' }, null],
    ['service', ['ai'], service, 403],
    ['service', undefined, service, 403],
    ['service', ['ai'], user, 403],
    ['public', undefined, visitor, null],
  ] as const)('%s with callers %j and identity %j → %j', (access, callers, identity, status) => {
    const act = () => requireCaller({ access, ...(callers ? { callers } : {}) }, identity);
    if (status === null) expect(act).not.toThrow();
    else expect(act).toThrow(expect.objectContaining({ status, code: 'auth.role_required' }));
  });
  it('formats the actor of each role', () =>
    expect([user, admin, service, visitor].map(actorOf)).toEqual(['u', 'admin:s', 'books', 'visitor']));
});

describe('toProblemError', () => {
  it('keeps a ProblemError, maps driver errors by kind, and hides the details of any other error', () => {
    const ours = new ProblemError('books.stale_revision', { rev: 3 });
    expect(toProblemError(ours)).toBe(ours);
    expect(ours.toProblem('r1')).toMatchObject({ status: 412, code: 'books.stale_revision', requestId: 'r1', rev: 3 });
    expect(toProblemError(Object.assign(new Error('x'), { name: 'CastError' })).status).toBe(400);
    expect(toProblemError(Object.assign(new Error('x'), { name: 'MongoServerSelectionError' })).status).toBe(503);
    expect(toProblemError(Object.assign(new Error('x'), { name: 'MongoOperationTimeoutError' })).status).toBe(503);
    for (const [code, status] of [
      ['ECONNREFUSED', 503],
      ['EPIPE', 503],
      ['EAI_AGAIN', 503],
      ['ENOENT', 500],
    ] as const)
      expect(toProblemError(Object.assign(new Error('x'), { code })).status).toBe(status);
    for (const code of [14_031, 11_600, 8])
      expect(toProblemError(Object.assign(new Error('x'), { name: 'MongoServerError', code })).status).toBe(503);
    expect(
      toProblemError(
        Object.assign(new Error('x'), {
          name: 'MongoServerError',
          errorLabelSet: new Set(['TransientTransactionError']),
        }),
      ).status,
    ).toBe(503);
    expect(toProblemError(Object.assign(new Error('x'), { name: 'MongoServerError', code: 11_000 })).status).toBe(500);
    expect(toProblemError(Object.assign(new Error('x'), { type: 'entity.too.large' })).status).toBe(413);
    expect(JSON.stringify(toProblemError(new Error('E11000 secret')).toProblem('r'))).not.toContain('secret');
  });
  it('sets Retry-After', () => {
    expect(new ProblemError('server.unavailable').headers).toEqual({ 'Retry-After': '2' });
    expect(new ProblemError('ai.limit_reached', { retryAfterSeconds: 0.2 }).headers).toEqual({ 'Retry-After': '1' });
    expect(new ProblemError('ai.limit_reached').headers).toEqual({});
  });
});

describe('requireAllRoutesServed', () => {
  it('throws for a route of the contract that is not served, and for one that the contract does not have', () => {
    expect(() => requireAllRoutesServed('referrals', ['getReferrals', 'listAdminReferrals'])).not.toThrow();
    expect(() => requireAllRoutesServed('referrals', ['getReferrals'])).toThrow('Not served: listAdminReferrals');
    expect(() => requireAllRoutesServed('referrals', ['getReferrals', 'listAdminReferrals', 'other'])).toThrow(
      'Not in the contract: other',
    );
  });
});

describe('requireAllEventsConsumed', () => {
  const types = [
    'auth.user.removed.v1',
    'billing.sandbox-clock.moved.v1',
    'billing.entitlement.changed.v1',
    'books.book.removed.v1',
  ];
  it('throws for an event of the contract that is not consumed, and for one that the contract does not have', () => {
    expect(() => requireAllEventsConsumed('export', types)).not.toThrow();
    expect(() => requireAllEventsConsumed('export', types.slice(1))).toThrow('Not consumed: auth.user.removed.v1');
    expect(() => requireAllEventsConsumed('export', [...types, 'books.book.created.v1'])).toThrow(
      'Not in the contract: books.book.created.v1',
    );
  });
});

describe('workerFile', () => {
  it('resolves beside the sources or beside the bundle', () => {
    expect(workerFile('file:///app/services/ai/src/deps.ts', 'style/check-style.worker').href).toBe(
      'file:///app/services/ai/src/style/check-style.worker.ts',
    );
    expect(workerFile('file:///app/services/ai/dist/main.js', 'style/check-style.worker').href).toBe(
      'file:///app/services/ai/dist/style/check-style.worker.js',
    );
    expect([
      bundledAssets('file:///app/services/ai/dist/main.js'),
      bundledAssets('file:///app/services/ai/src/a/b.ts'),
    ]).toEqual(['/app/services/ai/dist/assets', null]);
  });

  it('works in a repository below a folder `src` or `dist`', () => {
    expect([
      workerFile('file:///home/ada/src/inkbear/services/ai/dist/main.js', 'a.worker').href,
      workerFile('file:///home/ada/dist/inkbear/services/ai/src/deps.ts', 'a.worker').href,
      bundledAssets('file:///home/ada/dist/inkbear/services/ai/src/deps.ts'),
    ]).toEqual([
      'file:///home/ada/src/inkbear/services/ai/dist/a.worker.js',
      'file:///home/ada/dist/inkbear/services/ai/src/a.worker.ts',
      null,
    ]);
  });
});
