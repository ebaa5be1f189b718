import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type EventEnvelope, userRegistered } from '@inkbear/contracts/events';
import { deadLetterOperations } from './dead-letter-commands.ts';
import { parseInput, UsageError } from './operation.ts';
import { exampleService } from './testing/example-service.ts';
import { testEnvelope, testRegistration } from './testing/test-events.ts';
import { TestService } from './testing/test-service.ts';

const consumer = 'books__auth-user-registered-v1';
const envelope = (id: string, email = 'a@example.com'): EventEnvelope =>
  testEnvelope(userRegistered, 'u', testRegistration('u', { email }), { id });

describe('DeadLetters', () => {
  let service: TestService;
  beforeAll(async () => (service = await TestService.start(exampleService)));
  beforeEach(async () => void (await service.platform.connection.collection('dead_letters').deleteMany({})));
  afterAll(async () => await service.stop());
  let streamSeq = 0;
  const storeLetter = (event: EventEnvelope | null, of = consumer) =>
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
  const runOperation = async (name: 'dead-letters' | 'redrive', ...args: string[]) => {
    const operation = deadLetterOperations.find((each) => each.name === name);
    if (!operation) throw new Error(`There is no command ${name}.`);
    return (await operation.run(service.platform.connection, parseInput(operation, args))).join('\n');
  };
  const welcomed = (event: string) =>
    service.platform.connection.collection<{ _id: string }>('notes').findOne({ _id: `welcome:${event}` });

  it('lists, shows and redrives a dead letter', async () => {
    await storeLetter(envelope('dead-1'));
    const id = await idOf('dead-1');
    expect(await runOperation('dead-letters')).toMatch(
      new RegExp(`^1 dead letter\n  ${id}  .*  ${consumer}  event dead-1  8 attempts  Error: down$`),
    );
    expect(await runOperation('dead-letters', id)).toContain('"email":"a@example.com"');
    expect(await runOperation('redrive', id)).toBe(`The running service will retry dead letter ${id} within 5 s.`);
    expect(await runOperation('dead-letters')).toContain('redrive requested');
    expect(await service.platform.deadLetters.redriveRequested()).toBe(1);
    expect(await welcomed('dead-1')).not.toBeNull();
    expect(await runOperation('dead-letters')).toBe('0 dead letters');
    expect(await runOperation('redrive', id)).toBe(`Dead letter ${id} was already redriven.`);
  });

  it('does not redrive a dead letter without an event, and says why', async () => {
    await storeLetter(null);
    await storeLetter(envelope('dead-2'));
    const id = await idOf(null);
    expect(await runOperation('redrive', id)).toMatch(/has no event, so it cannot be redriven/);
    expect(await runOperation('redrive', 'all')).toBe(
      'The running service will retry 1 dead letter within 5 s.\n1 was skipped: it has no event that a consumer could handle.',
    );
    expect(await service.platform.deadLetters.redriveRequested()).toBe(1);
    expect(await service.platform.deadLetters.list()).toEqual([
      expect.objectContaining({ _id: id, envelope: null, redriveRequestedAt: null, tries: 8 }),
    ]);
  });

  it('stays open with its newest error when the retry fails or the consumer no longer exists', async () => {
    await storeLetter(envelope('dead-3', 'poison@example.com'));
    await storeLetter(envelope('dead-4'), 'books__gone-v1');
    await runOperation('redrive', 'all');
    expect(await service.platform.deadLetters.redriveRequested()).toBe(0);
    const open = await service.platform.deadLetters.list();
    expect(open.map(({ error, tries, redriveRequestedAt }) => [error, tries, redriveRequestedAt])).toEqual([
      ['Error: poison', 9, null],
      ['Error: This release does not have that consumer.', 9, null],
    ]);
  });

  it('changes nothing in a dry run', async () => {
    await storeLetter(null);
    await storeLetter(envelope('dead-5'));
    const id = await idOf('dead-5');
    expect([await runOperation('redrive', id, '--dry-run'), await runOperation('redrive', 'all', '--dry-run')]).toEqual(
      [`Dead letter ${id} would be retried.`, '1 dead letter would be retried, 1 has no event.'],
    );
    expect(await service.platform.deadLetters.redriveRequested()).toBe(0);
  });

  it.each([
    ['dead-letters', ['no-such-id']],
    ['redrive', ['no-such-id']],
    ['redrive', []],
    ['redrive', ['all', 'now']],
    ['dead-letters', ['--dry-run']],
  ] as const)('rejects %s %j', async (name, args) => {
    await expect(runOperation(name, ...args)).rejects.toThrow(UsageError);
  });
});
