import type { DeadLetter, DeadLetters } from './dead-letters.ts';

/** Invalid operator input; the message lists the valid commands. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** Runs an operator's command on one service's dead letters, e.g. `['redrive', 'all']`. Returns the lines to print. */
export async function runDeadLetterCommand(letters: DeadLetters, args: readonly string[]): Promise<string[]> {
  const [command, id, ...rest] = args;
  if (command === 'dead-letters' && rest.length === 0)
    return id === undefined ? listLetters(await letters.list()) : showLetter(await getLetter(letters, id));
  if (command === 'redrive' && id !== undefined && rest.length === 0)
    return id === 'all' ? await redriveAll(letters) : await redriveOne(letters, id);
  throw new UsageError('The commands are: dead-letters · dead-letters <id> · redrive <id> · redrive all');
}

function listLetters(open: readonly DeadLetter[]): string[] {
  return [
    `${open.length} dead letters`,
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

async function redriveOne(letters: DeadLetters, id: string): Promise<string[]> {
  const letter = await getLetter(letters, id);
  if (!letter.envelope)
    return [
      `Dead letter ${id} has no event, so it cannot be redriven: the message was unreadable, or was redacted when its user was erased.`,
    ];
  if (letter.redrivenAt) return [`Dead letter ${id} was already redriven.`];
  await letters.requestRedrive({ id });
  return [`The running service will retry dead letter ${id} within 5 s.`];
}

async function redriveAll(letters: DeadLetters): Promise<string[]> {
  const requested = await letters.requestRedrive('all');
  const empty = (await letters.list()).filter(({ envelope }) => !envelope).length;
  return [
    `The running service will retry ${requested} dead letters within 5 s.`,
    ...(empty > 0 ? [`${empty} were skipped: they have no event that a consumer could handle.`] : []),
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
