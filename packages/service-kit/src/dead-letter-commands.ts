import type { DeadLetter, DeadLetters } from './dead-letters.ts';

/** What an operator did not say right, with what can be said. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** An operator's words about one service's dead letters, e.g. `['redrive', 'all']`; answers the lines to print. */
export async function runDeadLetterCommand(letters: DeadLetters, words: readonly string[]): Promise<string[]> {
  const [command, id, ...more] = words;
  if (command === 'dead-letters' && more.length === 0)
    return id === undefined ? listLetters(await letters.list()) : showLetter(await getLetter(letters, id));
  if (command === 'redrive' && id !== undefined && more.length === 0)
    return id === 'all' ? await redriveAll(letters) : await redriveOne(letters, id);
  throw new UsageError('The commands are: dead-letters · dead-letters <id> · redrive <id> · redrive all');
}

function listLetters(open: readonly DeadLetter[]): string[] {
  return [
    `${open.length} dead letters`,
    ...open.map(
      (letter) =>
        `  ${letter._id}  ${letter.at.toISOString()}  ${letter.consumer}  ${stateOf(letter)}  ${letter.tries} tries  ${letter.error}`,
    ),
  ];
}

function showLetter(letter: DeadLetter): string[] {
  const { _id, consumer, subject, streamSeq, at, tries, error, envelope } = letter;
  return [
    `${_id}: ${stateOf(letter)}`,
    `  consumer  ${consumer}`,
    `  message   ${streamSeq} of ${subject}`,
    `  buried    ${at.toISOString()} after ${tries} tries`,
    `  error     ${error}`,
    `  event     ${envelope ? JSON.stringify(envelope) : 'none'}`,
  ];
}

async function redriveOne(letters: DeadLetters, id: string): Promise<string[]> {
  const letter = await getLetter(letters, id);
  if (!letter.envelope)
    return [
      `Letter ${id} holds no event, so no consumer can take it: what came could not be read, or was blanked when its user was erased.`,
    ];
  if (letter.redrivenAt) return [`Letter ${id} has been handled by now; nothing is left to redrive.`];
  await letters.requestRedrive({ id });
  return [`Letter ${id} will be tried again by the running service within 5 s.`];
}

async function redriveAll(letters: DeadLetters): Promise<string[]> {
  const requested = await letters.requestRedrive('all');
  const empty = (await letters.list()).filter(({ envelope }) => !envelope).length;
  return [
    `${requested} letters will be tried again by the running service within 5 s.`,
    ...(empty > 0 ? [`${empty} are left out, as they hold no event that a consumer could take.`] : []),
  ];
}

async function getLetter(letters: DeadLetters, id: string): Promise<DeadLetter> {
  const letter = await letters.find(id);
  if (!letter) throw new UsageError(`There is no dead letter ${id} in this service.`);
  return letter;
}

function stateOf({ envelope, redriveRequestedAt, redrivenAt }: DeadLetter): string {
  if (!envelope) return 'holds no event';
  if (redrivenAt) return 'redriven';
  return redriveRequestedAt ? 'redrive requested' : `event ${envelope.id}`;
}
