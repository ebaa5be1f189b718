import { safeLocalStorage } from '@inkbear/web-kit/safe-local-storage.ts';
import type { Passage } from './wish.ts';

/** What this device knows of a result: that it was dealt with, or what it was for: where its passage stood, or the whole chapter. Never a word of the text. */
interface Known {
  readonly isDone?: true;
  readonly isWhole?: true;
  readonly from?: number;
  readonly to?: number;
  readonly mark?: number;
}

const keyOf = (userId: string) => `inkbear-ai-results:${userId}`;
// What earlier releases remembered of all users together is of no use to anybody.
safeLocalStorage.set('inkbear-ai-results', null);

/** Newest last; older results are gone from the server long before. */
const most = 200;

/** What one user's device remembers of results; a browser that keeps nothing offers a result once more. */
export function resultMemoryOf(userId: string) {
  const read = () => parse(safeLocalStorage.get(keyOf(userId)));
  const add = (more: Record<string, Known>) =>
    safeLocalStorage.set(keyOf(userId), JSON.stringify(withMore(read(), more)));
  return {
    isDone: (resultId: string): boolean => read()[resultId]?.isDone === true,
    /** Accepted, discarded or waved away: it is not offered by itself again. */
    markDone: (resultIds: readonly string[]): void =>
      add(Object.fromEntries(resultIds.map((id) => [id, { isDone: true as const }]))),
    /** What a result was asked for; null is the whole chapter. */
    keepPassage: (resultId: string, passage: Passage | null): void =>
      add({
        [resultId]:
          passage === null ? { isWhole: true } : { from: passage.from, to: passage.to, mark: markOf(passage.text) },
      }),
    isWhole: (resultId: string): boolean => read()[resultId]?.isWhole === true,
    /** The passage a result was for; undefined when this device does not know it or its words have changed. */
    findPassage: (resultId: string, text: string): Passage | undefined => {
      const { from, to, mark } = read()[resultId] ?? {};
      if (from === undefined || to === undefined) return undefined;
      const found = text.slice(from, to);
      return markOf(found) === mark ? { from, to, text: found } : undefined;
    },
  };
}
export type ResultMemory = ReturnType<typeof resultMemoryOf>;

/** Whatever stands in the browser, which anybody can write. */
function parse(text: string | null): Record<string, Known> {
  try {
    return (JSON.parse(text ?? '{}') ?? {}) as Record<string, Known>;
  } catch {
    return {};
  }
}

function withMore(known: Record<string, Known>, more: Record<string, Known>): Record<string, Known> {
  const all = { ...known };
  for (const [id, value] of Object.entries(more)) {
    const before = all[id];
    delete all[id];
    all[id] = { ...before, ...value };
  }
  return Object.fromEntries(Object.entries(all).slice(-most));
}

/** FNV-1a: tells whether the words are the same without keeping them. */
function markOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
