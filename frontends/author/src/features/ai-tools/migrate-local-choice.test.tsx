import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { contextChoiceLimits } from '@inkbear/contracts/ai/context';
import { fakeApi, problemBody } from '@inkbear/web-kit/testing/fake-api.ts';
import { hasLocalChoice, migrateLocalChoice } from './migrate-local-choice.ts';

const put = 'PUT /api/ai/context-choice';
const choice = { exclude: ['synopsis'], pin: ['chapter:1'] };
const none = { rev: 0, exclude: [], pin: [] };
let api: ReturnType<typeof fakeApi>;
let answers: Parameters<typeof fakeApi>[0];
beforeEach(() => {
  answers = { [put]: ({ body }) => ({ body: { rev: 1, ...(body as object) } }) };
  api = fakeApi(answers);
  localStorage.setItem('inkbear-ai-context:b1', JSON.stringify(choice));
});
afterEach(() => {
  api.restore();
  localStorage.clear();
});

it('sends the choice of the device once when the server has none, and removes it from the device', async () => {
  expect(await migrateLocalChoice('b1', none)).toEqual({ rev: 1, ...choice });
  expect(api.requests.map(({ body, query, headers }) => [body, query.get('bookId'), headers.get('If-Match')])).toEqual([
    [choice, 'b1', '"0"'],
  ]);
  expect(hasLocalChoice('b1')).toBe(false);
  expect(await migrateLocalChoice('b1', none)).toEqual(none);
  expect(api.requests).toHaveLength(1);
});

it('adds exclusions that only the device has to the choice that the server has', async () => {
  const stored = { rev: 3, exclude: ['plan'], pin: ['chapter:2'] };
  const both = { exclude: ['plan', 'synopsis'], pin: ['chapter:2'] };
  expect(await migrateLocalChoice('b1', stored)).toMatchObject(both);
  expect(api.requests.map(({ body, headers }) => [body, headers.get('If-Match')])).toEqual([[both, '"3"']]);
  expect(hasLocalChoice('b1')).toBe(false);
});

it('sends no more exclusions than the server accepts', async () => {
  const exclude = Array.from({ length: contextChoiceLimits.exclude - 1 }, (_, at) => `chapter:${at}`);
  localStorage.setItem('inkbear-ai-context:b1', JSON.stringify({ exclude: ['synopsis', 'plan'], pin: [] }));
  await migrateLocalChoice('b1', { rev: 3, exclude, pin: [] });
  expect(api.requests.map(({ body }) => body)).toEqual([{ exclude: [...exclude, 'synopsis'], pin: [] }]);
});

it('removes the choice from the device without sending it when the server excludes the same', async () => {
  const stored = { rev: 3, exclude: ['plan', 'synopsis'], pin: [] };
  expect(await migrateLocalChoice('b1', stored)).toBe(stored);
  expect([api.requests.length, hasLocalChoice('b1')]).toEqual([0, false]);
});

it('keeps the choice on the device until it is saved', async () => {
  answers[put] = { status: 503, body: problemBody(503, 'server.unavailable', 'Not now.') };
  await expect(migrateLocalChoice('b1', none)).rejects.toMatchObject({ status: 503 });
  expect(hasLocalChoice('b1')).toBe(true);
});

it.each(['{', '"x"', '{"exclude":[1]}', '{"exclude":[],"pin":[]}'])(
  'removes an invalid or empty stored choice: %s',
  async (text) => {
    localStorage.setItem('inkbear-ai-context:b1', text);
    expect(await migrateLocalChoice('b1', none)).toBe(none);
    expect([api.requests.length, hasLocalChoice('b1')]).toEqual([0, false]);
  },
);
