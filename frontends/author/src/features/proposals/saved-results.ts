import type { ClientReply } from '@inkbear/contracts/route';
import type { listResults } from '@inkbear/contracts/ai/limit';
import { textVariations } from '@inkbear/contracts/ai/writing';
import { countWords } from '@inkbear/prose/word-count';
import { shortDateTime } from '@inkbear/web-kit/format.ts';
import { parseJson } from '@inkbear/web-kit/parse-json.ts';
import { type Variant, resultIdsOf, toVariant } from './proposal.ts';
import type { ResultMemory } from './result-memory.ts';
import type { AiRequest, AiRequestKind } from './ai-request.ts';

type Row = ClientReply<typeof listResults>[number];
const labels: Readonly<Partial<Record<string, string>>> = {
  generate: 'Generated chapter',
  rewrite: 'Rewrite',
  expand: 'Expansion',
  tone: 'Change of tone',
  extend: 'Extension',
  polish: 'Polish',
  instruct: 'Change that you asked for',
  'story-generate': 'Generated story',
  'story-enhance': 'Enhancement',
  'story-polish': 'Polish',
  'story-tone': 'Change of tone',
  'story-length': 'Change of length',
  options: 'Variations of a selection',
};

/** A stored result with its retries, oldest first. */
export interface SavedResult {
  readonly id: string;
  readonly kind: string;
  readonly label: string;
  readonly createdAt: string;
  readonly words: number;
  readonly variants: readonly Variant[];
  /** The revision that the request was made for; null when unknown. */
  readonly askedRev: number | null;
}

/** Stored results for a manuscript, newest first; coach replies are listed elsewhere. */
export function savedResults(rows: readonly Row[]): SavedResult[] {
  const first = rows.filter(
    ({ kind, variantOf }) =>
      labels[kind] !== undefined && (variantOf === undefined || !rows.some(({ resultId }) => resultId === variantOf)),
  );
  return first.map((result) => {
    const { resultId, kind, createdAt, askedRev = null } = result;
    const retries = rows.filter(({ variantOf }) => variantOf === resultId).toReversed();
    const variants = [result, ...retries]
      .map(toVariant)
      .flatMap((variant) => (kind === 'options' ? variationsIn(variant) : [variant]));
    return {
      id: resultId,
      kind,
      label: labels[kind] ?? kind,
      createdAt,
      words: countWords(variants[0]?.text ?? ''),
      variants,
      askedRev,
    };
  });
}

/** The variations of a selection are stored as one result; each becomes a variant of it. */
function variationsIn({ resultId, text }: Variant): Variant[] {
  const parsed = textVariations.safeParse(parseJson(text));
  return parsed.success ? parsed.data.options.map((each) => ({ resultId, text: each })) : [{ resultId, text }];
}

/** The newest result that was not accepted, discarded or dismissed on this device. */
export const missedResult = (saved: readonly SavedResult[], memory: ResultMemory): SavedResult | null =>
  saved.find((result) => resultIdsOf(result).every((id) => !memory.isDone(id))) ?? null;

/** Kinds of requests that always concern the whole text. */
const wholeKinds: ReadonlySet<string> = new Set<AiRequestKind>([
  'generate',
  'polish',
  'story-generate',
  'story-polish',
  'story-tone',
  'story-length',
]);

/**
 * A stored result as a request, to be merged with later changes. `base` is the text it was requested for, null when
 * unknown: then its passage must still be at its old position, and otherwise the result can only go below the text.
 */
export function reopenedRequest(
  { id, kind, label, createdAt }: SavedResult,
  { currentText, base }: { currentText: string; base: string | null },
  memory: ResultMemory,
): AiRequest {
  const description = `${label} from ${shortDateTime(createdAt)}, kept for 30 days.`;
  const content = base ?? currentText;
  const passage = memory.findPassage(id, content) ?? null;
  const isWhole = wholeKinds.has(kind) || (kind !== 'extend' && memory.isWhole(id));
  if (passage === null && !isWhole)
    return { kind: 'extend', option: null, description, passage: null, content, isSavedResult: true };
  return {
    kind: kind as AiRequestKind,
    option: null,
    description,
    passage,
    content,
    isSavedResult: true,
    ...(base === null && passage === null ? { hasUnknownBase: true } : {}),
  };
}
