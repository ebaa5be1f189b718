import type { ClientReply } from '@inkbear/contracts/route';
import type { listResults } from '@inkbear/contracts/ai/limit';
import { generateEnhancementOptions } from '@inkbear/contracts/ai/writing';
import { countWords } from '@inkbear/prose/word-count';
import { type Attempt, resultsOf } from './proposal.ts';
import type { ResultMemory } from './result-memory.ts';
import type { Wish, WishKind } from './wish.ts';

type Row = ClientReply<typeof listResults>[number];
const labels: Readonly<Partial<Record<string, string>>> = {
  generate: 'Generated chapter',
  rewrite: 'Rewrite',
  expand: 'Expansion',
  tone: 'Change of tone',
  extend: 'Extension',
  polish: 'Polish',
  'story-generate': 'Generated story',
  'story-enhance': 'Enhancement',
  'story-polish': 'Polish',
  'story-tone': 'Change of tone',
  'story-length': 'Change of length',
  options: 'Variations of a selection',
};

/** A finished result with its tries again, oldest first. */
export interface KeptResult {
  readonly id: string;
  readonly kind: string;
  readonly label: string;
  readonly createdAt: string;
  readonly words: number;
  readonly attempts: readonly Attempt[];
  /** The revision that was asked about; null when that is not known. */
  readonly askedRev: number | null;
}

/** Results for a text, newest first; answers of the coach are kept elsewhere. */
export function keptResults(rows: readonly Row[]): KeptResult[] {
  const first = rows.filter(
    ({ kind, variantOf }) =>
      labels[kind] !== undefined && (variantOf === undefined || !rows.some(({ resultId }) => resultId === variantOf)),
  );
  return first.map(({ resultId, kind, createdAt, text, askedRev = null }) => {
    const tries = rows.filter(({ variantOf }) => variantOf === resultId).toReversed();
    const attempts = [{ resultId, text }, ...tries.map((row) => ({ resultId: row.resultId, text: row.text }))].flatMap(
      (attempt) => (kind === 'options' ? variationsIn(attempt) : [attempt]),
    );
    return {
      id: resultId,
      kind,
      label: labels[kind] ?? kind,
      createdAt,
      words: countWords(attempts[0]?.text ?? ''),
      attempts,
      askedRev,
    };
  });
}

const options = generateEnhancementOptions.responses[200].pick({ options: true });

/** The variations of a selection are kept together; each is a try of its own. */
function variationsIn({ resultId, text }: Attempt): Attempt[] {
  const parsed = options.safeParse(parseJson(text));
  return parsed.success ? parsed.data.options.map((each) => ({ resultId, text: each })) : [{ resultId, text }];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The newest that nobody has accepted, discarded or waved away on this device. */
export const missedResult = (kept: readonly KeptResult[], memory: ResultMemory): KeptResult | null =>
  kept.find((result) => resultsOf(result).every((id) => !memory.isDone(id))) ?? null;

export const keptTime = (iso: string): string =>
  new Date(iso).toLocaleString('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });

/** What is never asked for a passage. */
const wholeKinds: ReadonlySet<string> = new Set<WishKind>([
  'generate',
  'polish',
  'story-generate',
  'story-polish',
  'story-tone',
  'story-length',
]);

/**
 * A kept result as a wish, to be merged with what was written since. `base` is the text it was asked about, null when nobody knows it:
 * then nothing is taken for its passage but what still stands where it was, and without that it can only go below.
 */
export function reopenedWish(
  { id, kind, label, createdAt }: KeptResult,
  { now, base }: { now: string; base: string | null },
  memory: ResultMemory,
): Wish {
  const asked = `${label} of ${keptTime(createdAt)}, kept for 30 days.`;
  const content = base ?? now;
  const passage = memory.findPassage(id, content) ?? null;
  const isWhole = wholeKinds.has(kind) || (kind !== 'extend' && memory.isWhole(id));
  if (passage === null && !isWhole)
    return { kind: 'extend', option: null, asked, passage: null, content, isKept: true };
  return {
    kind: kind as WishKind,
    option: null,
    asked,
    passage,
    content,
    isKept: true,
    ...(base === null && passage === null ? { isBaseless: true } : {}),
  };
}
