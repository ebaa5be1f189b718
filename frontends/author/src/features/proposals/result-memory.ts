import type { Passage } from './wish.ts';

/** What this device knows of a result: that it was dealt with, or what it was for: where its passage stood, or the whole chapter. Never a word of the text. */
interface Known { readonly isDone?: true; readonly isWhole?: true; readonly from?: number; readonly to?: number; readonly mark?: number }

const key = 'inkbear-ai-results';
/** Newest last; older results are gone from the server long before. */
const most = 200;

export const resultMemory = {
  isDone: (resultId: string): boolean => read()[resultId]?.isDone === true,
  /** Accepted, discarded or waved away: it is not offered by itself again. */
  markDone: (resultIds: readonly string[]): void => write(Object.fromEntries(resultIds.map((id) => [id, { isDone: true as const }]))),
  /** What a result was asked for; null is the whole chapter. */
  keepPassage: (resultId: string, passage: Passage | null): void => write({ [resultId]: passage === null ? { isWhole: true } : { from: passage.from, to: passage.to, mark: markOf(passage.text) } }),
  isWhole: (resultId: string): boolean => read()[resultId]?.isWhole === true,
  /** The passage a result was for; undefined when this device does not know it or its words have changed. */
  findPassage: (resultId: string, text: string): Passage | undefined => {
    const { from, to, mark } = read()[resultId] ?? {};
    if (from === undefined || to === undefined) return undefined;
    const found = text.slice(from, to);
    return markOf(found) === mark ? { from, to, text: found } : undefined;
  },
};

function read(): Record<string, Known> {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? '{}') ?? {}) as Record<string, Known>;
  } catch {
    return {};
  }
}

function write(more: Record<string, Known>): void {
  const known = { ...read() };
  for (const [id, value] of Object.entries(more)) {
    const before = known[id];
    delete known[id];
    known[id] = { ...before, ...value };
  }
  try {
    localStorage.setItem(key, JSON.stringify(Object.fromEntries(Object.entries(known).slice(-most))));
  } catch {
    // A browser that keeps nothing offers a result once more.
  }
}

/** FNV-1a: tells whether the words are the same without keeping them. */
function markOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
