import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type Edition, isFinished } from '@inkbear/contracts/export/edition';
import { presentEdition } from './edition.presenter.ts';
import type { EditionRepository } from './edition.repository.ts';

/** How often it looks for changes. */
const pollMs = 1000;

/**
 * Reports an edition at once and after every change, until all its files are finished. Resolves with the edition as it is
 * then.
 */
export async function followEdition(
  editions: EditionRepository,
  { id, userId }: { id: string; userId: string },
  { report, signal }: { report: (edition: Edition) => void; signal: AbortSignal },
): Promise<Edition> {
  const read = async () => presentEdition(await editions.get(id, userId));
  let edition = await read();
  report(edition);
  while (edition.files.some(({ state }) => !isFinished(state))) {
    await sleep(pollMs, undefined, { signal }).catch(() => signal.throwIfAborted());
    const now = await read();
    if (!isDeepStrictEqual(now, edition)) report(now);
    edition = now;
  }
  return edition;
}
