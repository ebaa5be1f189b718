import type { Connection } from 'mongoose';
import { type DeadLetter, DeadLetters } from './dead-letters.ts';
import { createLogger } from './logger.ts';
import { type Operation, UsageError } from './operation.ts';

const lettersIn = (connection: Connection): DeadLetters => new DeadLetters(connection, createLogger('ops', 'error'));

/** The commands for dead letters, which every service has. */
export const deadLetterOperations: readonly Operation<Connection>[] = [
  {
    name: 'dead-letters',
    summary: 'lists the events that no consumer could handle',
    parameters: [{ name: 'id', description: 'shows one of them with its event', isOptional: true }],
    changes: null,
    runbook: 'dead-letters.md',
    run: async (connection, { values: { id } }) => {
      const letters = lettersIn(connection);
      return id === undefined ? listLetters(await letters.list()) : showLetter(await getLetter(letters, id));
    },
  },
  {
    name: 'redrive',
    summary: 'retries dead letters',
    parameters: [{ name: 'id', description: 'the id of a dead letter, or all' }],
    changes: 'marks dead letters; the running service handles them again within 5 s',
    runbook: 'redrive.md',
    run: async (connection, { values: { id = '' }, isDryRun }) => {
      const letters = lettersIn(connection);
      return id === 'all' ? await redriveAll(letters, isDryRun) : await redriveOne(letters, id, isDryRun);
    },
  },
];

const countLetters = (count: number): string => `${count} dead ${count === 1 ? 'letter' : 'letters'}`;

function listLetters(open: readonly DeadLetter[]): string[] {
  return [
    countLetters(open.length),
    ...open.map(
      (letter) =>
        `  ${letter._id}  ${letter.at.toISOString()}  ${letter.consumer}  ${stateOf(letter)}  ${letter.tries} attempts  ${letter.error}`,
    ),
  ];
}

function showLetter(letter: DeadLetter): string[] {
  const { _id, consumer, subject, streamSeq, at, tries, error, envelope } = letter;
  return [
    `${_id}: ${stateOf(letter)}`,
    `  consumer  ${consumer}`,
    `  message   ${streamSeq} of ${subject}`,
    `  stored    ${at.toISOString()} after ${tries} attempts`,
    `  error     ${error}`,
    `  event     ${envelope ? JSON.stringify(envelope) : 'none'}`,
  ];
}

async function redriveOne(letters: DeadLetters, id: string, isDryRun: boolean): Promise<string[]> {
  const letter = await getLetter(letters, id);
  if (!letter.envelope)
    return [
      `Dead letter ${id} has no event, so it cannot be redriven: the message was unreadable, or was redacted when its user was erased.`,
    ];
  if (letter.redrivenAt) return [`Dead letter ${id} was already redriven.`];
  if (isDryRun) return [`Dead letter ${id} would be retried.`];
  await letters.requestRedrive({ id });
  return [`The running service will retry dead letter ${id} within 5 s.`];
}

async function redriveAll(letters: DeadLetters, isDryRun: boolean): Promise<string[]> {
  const open = await letters.list();
  const empty = open.filter(({ envelope }) => !envelope).length;
  if (isDryRun)
    return [
      `${countLetters(open.length - empty)} would be retried, ${empty} ${empty === 1 ? 'has' : 'have'} no event.`,
    ];
  const requested = await letters.requestRedrive('all');
  return [
    `The running service will retry ${countLetters(requested)} within 5 s.`,
    ...(empty > 0
      ? [
          empty === 1
            ? '1 was skipped: it has no event that a consumer could handle.'
            : `${empty} were skipped: they have no event that a consumer could handle.`,
        ]
      : []),
  ];
}

async function getLetter(letters: DeadLetters, id: string): Promise<DeadLetter> {
  const letter = await letters.find(id);
  if (!letter) throw new UsageError(`There is no dead letter ${id} in this service.`);
  return letter;
}

function stateOf({ envelope, redriveRequestedAt, redrivenAt }: DeadLetter): string {
  if (!envelope) return 'no event';
  if (redrivenAt) return 'redriven';
  return redriveRequestedAt ? 'redrive requested' : `event ${envelope.id}`;
}
