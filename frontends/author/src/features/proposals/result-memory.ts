import { safeLocalStorage } from '@inkbear/web-kit/safe-local-storage.ts';
import type { Passage } from './ai-request.ts';

/**
 * What this device remembers about a result: whether the author has handled it, and its target, either the whole text
 * or the position and hash of a passage. No text is stored.
 */
interface ResultState {
  readonly isDone?: true;
  readonly isWhole?: true;
  readonly from?: number;
  readonly to?: number;
  readonly mark?: number;
}

const keyOf = (userId: string) => `inkbear-ai-results:${userId}`;
// Earlier releases stored the results of all users together under this key.
safeLocalStorage.set('inkbear-ai-results', null);

/** Newest last. The server deletes older results long before this limit. */
const maxResults = 200;

/** The result memory of one user on this device. Without browser storage, a result is simply offered again. */
export function resultMemoryOf(userId: string) {
  const read = () => parse(safeLocalStorage.get(keyOf(userId)));
  const add = (more: Record<string, ResultState>) =>
    safeLocalStorage.set(keyOf(userId), JSON.stringify(withMore(read(), more)));
  return {
    isDone: (resultId: string): boolean => read()[resultId]?.isDone === true,
    /** Accepted, discarded or dismissed: the result is not offered again. */
    markDone: (resultIds: readonly string[]): void =>
      add(Object.fromEntries(resultIds.map((id) => [id, { isDone: true as const }]))),
    /** Remembers the target of a result: a passage, or null for the whole text. */
    savePassage: (resultId: string, passage: Passage | null): void =>
      add({
        [resultId]:
          passage === null ? { isWhole: true } : { from: passage.from, to: passage.to, mark: hashOf(passage.text) },
      }),
    isWhole: (resultId: string): boolean => read()[resultId]?.isWhole === true,
    /** The passage of a result; undefined when this device does not know it or its text has changed. */
    findPassage: (resultId: string, text: string): Passage | undefined => {
      const { from, to, mark } = read()[resultId] ?? {};
      if (from === undefined || to === undefined) return undefined;
      const found = text.slice(from, to);
      return hashOf(found) === mark ? { from, to, text: found } : undefined;
    },
  };
}
export type ResultMemory = ReturnType<typeof resultMemoryOf>;

/** Accepts any stored text, because users can edit the browser's storage. */
function parse(text: string | null): Record<string, ResultState> {
  try {
    return (JSON.parse(text ?? '{}') ?? {}) as Record<string, ResultState>;
  } catch {
    return {};
  }
}

function withMore(known: Record<string, ResultState>, more: Record<string, ResultState>): Record<string, ResultState> {
  const all = { ...known };
  for (const [id, value] of Object.entries(more)) {
    const before = all[id];
    delete all[id];
    all[id] = { ...before, ...value };
  }
  return Object.fromEntries(Object.entries(all).slice(-maxResults));
}

/** FNV-1a hash: compares texts without storing them. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
