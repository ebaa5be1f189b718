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

interface Origins {
  readonly total: WordCounts;
  readonly changedShare: number | null;
}

/**
 * What an author declares to a shop. Words by AI that edited given words need no declaration. It depends on what only the
 * author knows: pictures, translations, and whether another AI tool wrote what was pasted or imported.
 */
export function declareOrigins(
  { total, changedShare }: Origins,
  answers: ProvenanceAnswers,
): Pick<Provenance, 'declaration' | 'final' | 'missing'> {
  const missing: Provenance['missing'] = [];
  if (answers.images === null) missing.push('images');
  if (answers.translations === null) missing.push('translations');
  if (total.pasted > 0 && answers.pastedIsAi === null) missing.push('pastedIsAi');
  if (total.imported > 0 && answers.importedIsAi === null) missing.push('importedIsAi');
  const isTextKnown = !missing.includes('pastedIsAi') && !missing.includes('importedIsAi');
  return {
    declaration: {
      comparedOn: kdpDeclarations.comparedOn,
      text: declared('text', isTextKnown ? textAnswer({ total, changedShare }, answers) : null),
      images: declared('images', answers.images),
      translations: declared('translations', answers.translations),
      changedShare,
    },
    final: missing.length === 0,
    missing,
  };
}

function textAnswer({ total, changedShare }: Origins, { pastedIsAi, importedIsAi }: ProvenanceAnswers): KdpAnswer {
  const foreign = [
    { words: total.pasted, isAi: pastedIsAi },
    { words: total.imported, isAi: importedIsAi },
  ].filter(({ words }) => words > 0);
  const declaredWords = foreign.reduce((sum, { words, isAi }) => sum + (isAi === 'all' ? words : 0), 0);
  const byAi = total.generated + total.rewritten + declaredWords;
  if (byAi === 0 && !foreign.some(({ isAi }) => isAi === 'some')) return 'none';
  const words = Object.values(total).reduce((sum, count) => sum + count, 0);
  const isEdited = (changedShare ?? 0) >= extensiveEditShare;
  if (byAi >= entireWorkShare * words) return isEdited ? 'all-edited' : 'all';
  return isEdited ? 'some-edited' : 'some';
}

function declared(question: KdpQuestion, answer: KdpAnswer | null): { answer: KdpAnswer | null; text: string | null } {
  const text = kdpDeclarations.questions[question].find(({ key }) => key === answer)?.text;
  return { answer, text: text ?? null };
}

/** The share of words of results that are no longer in the book, among results of which some still are. */
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
