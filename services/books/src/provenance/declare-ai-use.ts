import {
  type KdpAnswer,
  type KdpQuestion,
  kdpDeclarations,
  type Provenance,
  type ProvenanceAnswers,
  type WordCounts,
} from '@inkbear/contracts/books/provenance';
import type { ResultWords } from './provenance.ts';

/** From this share of words by AI, the whole book counts as written by it. */
const entireWorkShare = 0.9;
/** From this share of deleted or replaced words, what AI wrote counts as extensively edited. */
const extensiveEditShare = 0.2;

interface ProvenanceCounts {
  readonly total: WordCounts;
  /** Edited words that replaced pasted or imported ones. */
  readonly editedExternal: { readonly pasted: number; readonly imported: number };
  readonly changedShare: number | null;
}

/**
 * What an author declares to a retailer (Amazon KDP). What AI changed in the author's own sentences needs no
 * declaration. The rest depends on what only the author knows: pictures, translations, and whether another AI tool
 * wrote what came from elsewhere.
 */
export function declareAiUse(
  counts: ProvenanceCounts,
  answers: ProvenanceAnswers,
): Pick<Provenance, 'declaration' | 'final' | 'asked' | 'missing'> {
  const external = externalWords(counts);
  const asked: Provenance['asked'] = [...external.map(({ key }) => key), 'images', 'translations'];
  const missing = asked.filter((key) => answers[key] === null);
  const isTextKnown = external.every(({ key }) => answers[key] !== null);
  return {
    declaration: {
      comparedOn: kdpDeclarations.comparedOn,
      text: declared('text', isTextKnown ? textAnswer(counts, answers) : null),
      images: declared('images', answers.images),
      translations: declared('translations', answers.translations),
      changedShare: counts.changedShare,
    },
    final: missing.length === 0,
    asked,
    missing,
  };
}

/** Pasted and imported words, including those that AI has edited here; a class without words is left out. */
const externalWords = ({ total, editedExternal }: ProvenanceCounts) =>
  [
    { key: 'pastedIsAi' as const, words: total.pasted + editedExternal.pasted },
    { key: 'importedIsAi' as const, words: total.imported + editedExternal.imported },
  ].filter(({ words }) => words > 0);

function textAnswer(counts: ProvenanceCounts, answers: ProvenanceAnswers): KdpAnswer {
  const { total, changedShare } = counts;
  const external = externalWords(counts).map(({ key, words }) => ({ words, answer: answers[key] ?? 'none' }));
  const byAi = [
    { words: total.generated + total.rewritten, isEdited: (changedShare ?? 0) >= extensiveEditShare, isAll: true },
    ...external
      .filter(({ answer }) => answer !== 'none')
      .map(({ words, answer }) => ({ words, isEdited: answer.endsWith('-edited'), isAll: answer.startsWith('all') })),
  ].filter(({ words }) => words > 0);
  if (byAi.length === 0) return 'none';
  const isMostlyEdited = sumOf(byAi.filter(({ isEdited }) => isEdited)) * 2 >= sumOf(byAi);
  const words = Object.values(total).reduce((sum, wordCount) => sum + wordCount, 0);
  const isEntireWork = sumOf(byAi.filter(({ isAll }) => isAll)) >= entireWorkShare * words;
  if (isEntireWork) return isMostlyEdited ? 'all-edited' : 'all';
  return isMostlyEdited ? 'some-edited' : 'some';
}

const sumOf = (parts: readonly { readonly words: number }[]): number =>
  parts.reduce((sum, { words }) => sum + words, 0);

function declared(question: KdpQuestion, answer: KdpAnswer | null): { answer: KdpAnswer | null; text: string | null } {
  const text = kdpDeclarations.questions[question].find(({ key }) => key === answer)?.text;
  return { answer, text: text ?? null };
}

/**
 * Of the words inserted from AI results that are still at least partly in the book: the share that has been deleted or
 * replaced since. Null without such results.
 */
export function changedShareOf(chapters: readonly { inserted: ResultWords; present: ResultWords }[]): number | null {
  const inserted = sumWords(chapters.map((chapter) => chapter.inserted));
  const present = sumWords(chapters.map((chapter) => chapter.present));
  let [before, now] = [0, 0];
  for (const [id, words] of present) {
    now += words;
    before += Math.max(words, inserted.get(id) ?? 0);
  }
  return before === 0 ? null : (before - now) / before;
}

function sumWords(lists: readonly ResultWords[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const list of lists) for (const [id, words] of list) sums.set(id, (sums.get(id) ?? 0) + words);
  return sums;
}
