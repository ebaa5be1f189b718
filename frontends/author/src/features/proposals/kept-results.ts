import type { ClientReply } from '@inkbear/contracts/route';
import type { listResults } from '@inkbear/contracts/ai/limit';
import { countWords } from '@inkbear/prose/word-count';
import type { Attempt } from './proposal.ts';
import type { ResultMemory } from './result-memory.ts';
import type { Wish, WishKind } from './wish.ts';

type Row = ClientReply<typeof listResults>[number];
const labels: Readonly<Partial<Record<string, string>>> = { generate: 'Generated chapter', rewrite: 'Rewrite', expand: 'Expansion', tone: 'Change of tone', extend: 'Extension', polish: 'Polish', options: 'Variations of a selection' };

/** So many ways to put a selection are asked for. */
const variations = 3;

/** A finished result with its tries again, oldest first. */
export interface KeptResult {
  readonly id: string;
  readonly kind: string;
  readonly label: string;
  readonly createdAt: string;
  readonly words: number;
  readonly attempts: readonly Attempt[];
}

/** Results for the text of a chapter, newest first; answers of the coach are kept elsewhere. */
export function keptResults(rows: readonly Row[]): KeptResult[] {
  const first = rows.filter(({ kind, variantOf }) => labels[kind] !== undefined && (variantOf === undefined || !rows.some(({ resultId }) => resultId === variantOf)));
  return first.map(({ resultId, kind, createdAt, text }) => {
    const tries = rows.filter(({ variantOf }) => variantOf === resultId).toReversed();
    const attempts = [{ resultId, text }, ...tries.map((row) => ({ resultId: row.resultId, text: row.text }))];
    return { id: resultId, kind, label: labels[kind] ?? kind, createdAt, words: countWords(text), attempts: kind === 'options' ? attempts.flatMap(variationsIn) : attempts };
  });
}

/** The three variations of a selection are kept as one text, one after the other; each is a try of its own. */
function variationsIn({ resultId, text }: Attempt): Attempt[] {
  const paragraphs = text.split('\n\n');
  const size = paragraphs.length / variations;
  if (!Number.isInteger(size)) return [{ resultId, text }];
  return Array.from({ length: variations }, (_, index) => ({ resultId, text: paragraphs.slice(index * size, (index + 1) * size).join('\n\n') }));
}

/** The newest that nobody has accepted, discarded or waved away on this device. */
export const missedResult = (kept: readonly KeptResult[], memory: ResultMemory): KeptResult | null => kept.find(({ attempts }) => attempts.every(({ resultId }) => !memory.isDone(resultId))) ?? null;

export const keptTime = (iso: string): string => new Date(iso).toLocaleString('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });

/** A kept result as a wish. When this device does not know what it was for, it can only go below: never over what may not be meant. */
export function reopenedWish({ id, kind, label, createdAt }: KeptResult, content: string, memory: ResultMemory): Wish {
  const asked = `${label} of ${keptTime(createdAt)}, kept for 30 days.`;
  const passage = memory.findPassage(id, content) ?? null;
  const isWhole = kind === 'generate' || kind === 'polish' || (kind !== 'extend' && memory.isWhole(id));
  if (passage === null && !isWhole) return { kind: 'extend', option: null, asked, passage: null, content, isKept: true };
  return { kind: kind as WishKind, option: null, asked, passage, content, isKept: true };
}
