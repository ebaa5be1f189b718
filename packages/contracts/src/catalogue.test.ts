import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { errorCodeNames, errorCodes } from './error-codes.ts';
import * as eventModule from './events.ts';
import { events, type EventType } from './events.ts';
import { fileFailures } from './export/edition.ts';
import { importFailures } from './export/import-failures.ts';
import { buildOpenApi } from './openapi.ts';
import { entitlementAt, freeEntitlement, limits, plans, quotas } from './plans.ts';
import { rateClasses } from './rate-classes.ts';
import { errorsOf } from './route-errors.ts';
import { bodyLimits, buildPath, type Route } from './route.ts';
import { publicRoutes, routes } from './routes.ts';
import { serviceNames } from './services.ts';

const isEvent = (value: unknown): value is EventType => events.some((event) => event === value);
const key = ({ method, path }: Route) => `${method} ${path}`;

describe('the routes', () => {
  it('have unique names and paths', () => {
    expect(new Set(routes.map(({ id }) => id)).size).toBe(routes.length);
    expect(new Set(routes.map((route) => key(route).replaceAll(/:\w+/g, ':'))).size).toBe(routes.length);
  });
  it.each(routes.map((route) => [route.id, route] as const))('%s has everything that a guard needs', (_id, route) => {
    const names = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name);
    const params = route.params
      ? Object.keys(
          (z.toJSONSchema(route.params, { io: 'input', unrepresentable: 'any' }) as { properties?: object })
            .properties ?? {},
        )
      : [];
    expect(params.toSorted()).toEqual(names.toSorted());
    expect(serviceNames).toContain(route.owner);
    expect(Object.keys(rateClasses)).toContain(route.rate);
    expect(route.access === 'service').toBe(route.path.startsWith('/internal/'));
    expect(route.path.startsWith('/api/admin/') && !route.path.endsWith('/login') ? route.access : 'admin').toBe(
      'admin',
    );
    expect(Object.keys(route.responses).every((status) => Number(status) >= 200 && Number(status) < 300)).toBe(true);
    if (route.method === 'GET') expect(route.body).toBeUndefined();
    if (route.streams) expect(Object.keys(route.responses)).toEqual(['200']);
    if (route.streams === 'partial') expect(route.responses[200]).toBeInstanceOf(z.ZodObject);
  });
  it('name an error code of their service for a missing If-Match, if they require one', () => {
    const requiring = routes.flatMap(({ id, owner, errors = [], ifMatch }) =>
      typeof ifMatch === 'object' ? [{ id, owner, errors, code: ifMatch.missing }] : [],
    );
    expect(requiring.length).toBeGreaterThan(0);
    for (const { id, owner, errors, code } of requiring)
      expect([id, code.split('.')[0], errorCodes[code].status, errors.includes(code)]).toEqual([id, owner, 400, true]);
  });
  it('are sorted with more specific paths first', () => {
    const all = routes.map(({ path }) => path);
    expect(all.indexOf('/api/books/:id/export/pdf')).toBeLessThan(all.indexOf('/api/books/:id'));
    expect(all.indexOf('/api/user/plan-status')).toBeLessThan(all.indexOf('/api/user'));
  });
  it('do not overlap with a save route, because a service matches save routes first', () => {
    const partsOf = (route: Route) => key(route).split('/');
    const isParameter = (part: string) => part.startsWith(':');
    const overlap = (one: Route, other: Route) =>
      partsOf(one).length === partsOf(other).length &&
      partsOf(one).every(
        (part, at) => isParameter(part) || isParameter(partsOf(other)[at] ?? '') || part === partsOf(other)[at],
      );
    const saves = routes.filter(({ rate }) => rate === 'save');
    expect(saves.length).toBeGreaterThan(3);
    for (const save of saves)
      expect([save.id, routes.filter((other) => other !== save && overlap(save, other)).map(({ id }) => id)]).toEqual([
        save.id,
        [],
      ]);
  });
  it('accept no field that only the server sets', () => {
    const forbidden = ['isAdmin', 'isApproved', 'isVerified', 'userId', 'uploadedBy', 'credits', 'passwordHash'];
    for (const route of publicRoutes.filter(({ access, body }) => body && access !== 'admin')) {
      const text = JSON.stringify(z.toJSONSchema(route.body as z.ZodType, { io: 'input', unrepresentable: 'any' }));
      for (const field of forbidden) expect([route.id, text.includes(`"${field}"`)]).toEqual([route.id, false]);
    }
  });
  it('have `hasSecret` when they are idempotent and their body has a password', () => {
    const idempotentRoutes = routes
      .filter(({ idempotent, body }) => idempotent && body)
      .map(
        ({ id, body, hasSecret = false }) =>
          [
            id,
            hasSecret,
            /password/i.test(
              JSON.stringify(z.toJSONSchema(body as z.ZodType, { io: 'input', unrepresentable: 'any' })),
            ),
          ] as const,
      );
    expect(idempotentRoutes.filter(([, , hasPassword]) => hasPassword).length).toBeGreaterThan(0);
    for (const [id, isMarked, hasPassword] of idempotentRoutes) expect([id, isMarked]).toEqual([id, hasPassword]);
  });
  it('encode every value in their paths', () => {
    expect(buildPath({ path: '/api/books/:id' }, { id: 'a/b?c' })).toBe('/api/books/a%2Fb%3Fc');
    expect(() => buildPath({ path: '/api/books/:id' })).toThrow('needs a value for id');
  });

  it.each(['.', '..'])('of internal routes accept no id %j, because fetch would resolve it to another path', (step) => {
    const internal = routes.filter(({ path, params }) => path.startsWith('/internal/') && params);
    expect(internal.length).toBeGreaterThan(10);
    expect(internal.filter(({ params }) => params?.safeParse({ id: step }).success)).toEqual([]);
  });
});

describe('the error codes', () => {
  it.each(Object.entries(errorCodes))('%s is <area>.<reason> with a sentence', (code, { status, message }) => {
    expect(code).toMatch(/^[a-z]+\.[a-z_]+$/);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(message.length).toBeGreaterThan(5);
  });
  it('are each used by a route or a file, or common to all routes', () => {
    const used = new Set([...routes.flatMap(errorsOf), ...fileFailures, ...importFailures]);
    expect(errorCodeNames.filter((code) => !used.has(code))).toEqual([]);
  });
  it('of a route include those of its guards', () => {
    const codesOf = (access: Route['access'], idempotent: boolean) => {
      const guarded = routes.filter((route) => route.access === access && (route.idempotent ?? false) === idempotent);
      expect([access, guarded.length > 0]).toEqual([access, true]);
      return guarded.map(errorsOf);
    };
    const idempotency = ['request.key_reused', 'request.in_progress', 'request.already_done'];
    for (const codes of codesOf('user', false))
      expect(codes).toEqual(expect.arrayContaining(['auth.signed_out', 'auth.role_required', 'request.invalid']));
    for (const codes of codesOf('user', true))
      expect(codes).toEqual(expect.arrayContaining(['auth.signed_out', 'auth.role_required', ...idempotency]));
    for (const codes of codesOf('admin', true))
      expect(codes).toEqual(expect.arrayContaining(['admin.token_required', ...idempotency]));
    for (const codes of codesOf('service', false)) expect(codes).toContain('auth.role_required');
  });
});

describe('the events', () => {
  it('have constants that are named after their types', () => {
    const camel = (...words: string[]) =>
      words.join('-').replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    const constants = Object.entries(eventModule).flatMap(([name, value]) =>
      isEvent(value) ? [[name, value.type] as const] : [],
    );
    expect(constants).toHaveLength(events.length);
    for (const [name, type] of constants) {
      const [owner = '', noun = '', verb = ''] = type.split('.');
      const allowed = noun === 'admin-action' ? [camel(owner, noun)] : [camel(noun, verb), camel(owner, noun, verb)];
      expect([type, allowed]).toEqual([type, expect.arrayContaining([name])]);
    }
  });
  it.each(events.map((event: EventType) => [event.type, event] as const))(
    '%s is named <service>.<noun>.<past-verb>.v<n>, with its owner as the service',
    (type, event) => {
      expect(type).toMatch(/^[a-z]+\.[a-z-]+\.[a-z-]+\.v\d+$/);
      expect(type.split('.')[0]).toBe(event.owner);
      if (event.naturalKey !== undefined)
        expect(Object.keys((event.data as z.ZodObject).shape)).toContain(event.naturalKey);
    },
  );
  it('have unique types and contain neither prose nor secrets', () => {
    expect(new Set(events.map(({ type }) => type)).size).toBe(events.length);
    for (const event of events)
      expect([
        event.type,
        /"(content|text|outline|password|passwordHash|token|clientSecret|prompt)":/.test(
          JSON.stringify(z.toJSONSchema(event.data, { unrepresentable: 'any' })),
        ),
      ]).toEqual([event.type, false]);
  });
});

describe('openapi.json', () => {
  it('lists every public route and error code, and no internal route', () => {
    const { paths, components } = buildOpenApi(publicRoutes, 'http://localhost:8080') as {
      paths: Record<string, Record<string, unknown>>;
      components: { schemas: { Problem: { properties: { code: { enum: string[] } } } } };
    };
    const listed = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(listed.toSorted()).toEqual(publicRoutes.map((route) => key(route).replaceAll(/:(\w+)/g, '{$1}')).toSorted());
    expect(listed.some((path) => path.includes('/internal/'))).toBe(false);
    expect(components.schemas.Problem.properties.code.enum).toEqual(Object.keys(errorCodes));
  });
});

describe('the plans', () => {
  it('have the prices, allowances, quotas and body limits of the specification', () => {
    expect([
      plans.pro_monthly.price,
      plans.pro_oneoff.price,
      plans.free.books,
      plans.pro_monthly.books,
      plans.pro_monthly.coachingPerMonth,
      plans.free.ideaCallsPerMonth,
    ]).toEqual([1200, 2000, 1, 2, 5, 5]);
    expect([quotas, limits.chaptersPerBook]).toEqual([
      {
        books: { free: 209_715_200, pro: 2_147_483_648 },
        stories: { free: 20_971_520, pro: 209_715_200 },
        files: { free: 209_715_200, pro: 2_147_483_648 },
        aiResults: 52_428_800,
      },
      1000,
    ]);
    expect(bodyLimits).toEqual({
      small: 65_536,
      prose: 2_097_152,
      ai: 6_291_456,
      upload: 6_291_456,
      import: 53_477_376,
      webhook: 262_144,
    });
  });
  it('are not active after their end date, without any event', () => {
    const monthly = {
      ...freeEntitlement('u'),
      plan: 'pro_monthly' as const,
      isActive: true,
      source: 'paid' as const,
      planEndDate: '2026-01-31T00:00:00.000Z',
    };
    expect(entitlementAt(monthly, new Date('2026-01-30T23:59:59Z'))).toBe(monthly);
    expect(entitlementAt(monthly, new Date('2026-01-31T00:00:00Z'))).toMatchObject({
      plan: 'free',
      isActive: false,
      exportUntil: '2026-03-02T00:00:00.000Z',
    });
    expect(entitlementAt({ ...monthly, plan: 'pro_oneoff' }, new Date('2026-02-01T00:00:00Z'))).toMatchObject({
      plan: 'pro_oneoff',
      isActive: false,
    });
  });
});
