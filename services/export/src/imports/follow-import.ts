import { setTimeout as sleep } from 'node:timers/promises';
import { isSettled, type ManuscriptImport } from '@inkbear/contracts/export/import';
import { presentImport } from './import.presenter.ts';
import type { ImportRow } from './import.ts';
import type { ImportRepository } from './import.repository.ts';

/** How often it looks for changes. */
const pollMs = 1000;

/** What changes while an import is read or made. */
const changing = ({ state, progress, making }: ImportRow): string => JSON.stringify([state, progress, making]);

/** Reports an import at once and after every change, until it waits for its author. Resolves with it as it is then. */
export async function followImport(
  imports: ImportRepository,
  { id, userId }: { id: string; userId: string },
  { report, signal }: { report: (item: ManuscriptImport) => void; signal: AbortSignal },
): Promise<ManuscriptImport> {
  let row = await imports.get(id, userId);
  report(presentImport(row));
  while (!isSettled(row.state)) {
    await sleep(pollMs, undefined, { signal }).catch(() => signal.throwIfAborted());
    const now = await imports.get(id, userId);
    if (changing(now) !== changing(row)) report(presentImport(now));
    row = now;
  }
  return presentImport(row);
}
