import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type EventEnvelope, userRegistered } from '@inkbear/contracts/events';
import { runDeadLetterCommand, UsageError } from './dead-letter-commands.ts';
import { exampleService } from './testing/example-service.ts';
import { TestService } from './testing/test-service.ts';

const consumer = 'books__auth-user-registered-v1';
const data = {
  userId: 'u',
  email: 'a@example.com',
  firstName: 'A',
  lastName: 'B',
  referralCode: 'c',
  referredByCode: null,
  createdAt: new Date().toISOString(),
};
const envelope = (id: string, email = data.email): EventEnvelope => ({
  id,
  type: userRegistered.type,
  time: new Date().toISOString(),
  key: 'k',
  seq: 1,
  actor: 'test',
  traceparent: null,
  data: { ...data, email },
});

describe('dead letters', () => {
  let service: TestService;
  beforeAll(async () => (service = await TestService.start(exampleService)));
  beforeEach(async () => void (await service.platform.connection.collection('dead_letters').deleteMany({})));
  afterAll(async () => await service.stop());
  let streamSeq = 0;
  const bury = (event: EventEnvelope | null, of = consumer) =>
    service.platform.deadLetters.insert({
      consumer: of,
      envelope: event,
      subject: 's',
      streamSeq: (streamSeq += 1),
      tries: 8,
      error: new Error('down'),
    });
  const idOf = async (event: string | null) =>
    (await service.platform.deadLetters.list()).find(({ envelope: held }) => (held?.id ?? null) === event)?._id ?? '';
  const say = async (...words: string[]) =>
    (await runDeadLetterCommand(service.platform.deadLetters, words)).join('\n');
  const welcomed = (event: string) =>
    service.platform.connection.collection<{ _id: string }>('notes').findOne({ _id: `welcome:${event}` });

  it('are seen, understood and handed to their consumer once more', async () => {
    await bury(envelope('dead-1'));
    const id = await idOf('dead-1');
    expect(await say('dead-letters')).toMatch(
      new RegExp(`^1 dead letters\n  ${id}  .*  ${consumer}  event dead-1  8 tries  Error: down$`),
    );
    expect(await say('dead-letters', id)).toContain('"email":"a@example.com"');
    expect(await say('redrive', id)).toBe(`Letter ${id} will be tried again by the running service within 5 s.`);
    expect(await say('dead-letters')).toContain('redrive requested');
    expect(await service.platform.deadLetters.redriveRequested()).toBe(1);
    expect(await welcomed('dead-1')).not.toBeNull();
    expect(await say('dead-letters')).toBe('0 dead letters');
    expect(await say('redrive', id)).toBe(`Letter ${id} has been handled by now; nothing is left to redrive.`);
  });

  it('are not tried again when they hold no event, and the operator is told why', async () => {
    await bury(null);
    await bury(envelope('dead-2'));
    const id = await idOf(null);
    expect(await say('redrive', id)).toMatch(/holds no event, so no consumer can take it/);
    expect(await say('redrive', 'all')).toBe(
      '1 letters will be tried again by the running service within 5 s.\n1 are left out, as they hold no event that a consumer could take.',
    );
    expect(await service.platform.deadLetters.redriveRequested()).toBe(1);
    expect(await service.platform.deadLetters.list()).toEqual([
      expect.objectContaining({ _id: id, envelope: null, redriveRequestedAt: null, tries: 8 }),
    ]);
  });

  it('stay with their newest error when they fail again, or when nobody handles them any more', async () => {
    await bury(envelope('dead-3', 'poison@example.com'));
    await bury(envelope('dead-4'), 'books__gone-v1');
    await say('redrive', 'all');
    expect(await service.platform.deadLetters.redriveRequested()).toBe(0);
    const left = await service.platform.deadLetters.list();
    expect(left.map(({ error, tries, redriveRequestedAt }) => [error, tries, redriveRequestedAt])).toEqual([
      ['Error: poison', 9, null],
      ['Error: This release has no such consumer.', 9, null],
    ]);
  });

  it.each([[['dead-letters', 'no-such-id']], [['redrive', 'no-such-id']], [['redrive']], [['delete', 'all']], [[]]])(
    'answer %j with what can be said',
    async (words) => {
      await expect(say(...words)).rejects.toThrow(UsageError);
    },
  );
});
