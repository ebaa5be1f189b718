import { classifyChange, type ClassifiedText, ownText } from '@inkbear/story-analysis/provenance/classify-change';
import { forEachWord, type WordClass } from '@inkbear/story-analysis/provenance/class-spans';
import { CopyFinder } from '@inkbear/story-analysis/provenance/copy-finder';
import { fingerprintOf } from '@inkbear/story-analysis/provenance/fingerprint';
import { RemovedTexts } from '@inkbear/story-analysis/provenance/removed-texts';
import { parseChanges } from '@inkbear/prose/changes';
import type { OriginSpan } from '@inkbear/prose/origins';
import type { ProvenanceStep, ResultAction } from '../books/provenance-history.ts';
import type { WordClassifier } from '../candidates.ts';

const makingActions: readonly ResultAction[] = ['generate', 'extend', 'expand'];

/** The origin that the editor reports for a step; null for what the author types. */
function originOf({ source, resultId }: ProvenanceStep): Pick<OriginSpan, 'kind' | 'resultId'> | null {
  if (source === 'typed' || source === 'undo') return null;
  if (source === 'result') return { kind: 'ai', ...(resultId === undefined ? {} : { resultId }) };
  return { kind: source };
}

/** The classes of words that the product derives from the history of a book. */
export const provenanceClassifier: WordClassifier = {
  name: 'classifier',
  classifyWords({ steps, results }) {
    const context = {
      isNewText: new Map(results.map(({ id, action }) => [id, makingActions.includes(action)] as const)),
      copies: new CopyFinder(results.map(({ id, text }) => [id, fingerprintOf(text)] as const)),
      removed: new RemovedTexts(),
      inserted: new Map<string, number>(),
    };
    let chapter: ClassifiedText = ownText('');
    for (const step of steps) {
      const { from, to, insert } = step.edit;
      const origin = originOf(step);
      const { length } = chapter.text;
      const changes = parseChanges([from, [to - from, ...insert.split('\n')], length - to], length);
      const origins = origin && insert.length > 0 ? [{ ...origin, from, to: from + insert.length }] : [];
      chapter = classifyChange(
        chapter,
        { changes, origins, source: step.source === 'imported' ? 'import' : 'edit', at: 0 },
        context,
      );
    }
    const classes: WordClass[] = [];
    forEachWord(chapter.text.toString(), chapter.spans, (span) => classes.push(span?.wordClass ?? 'own'));
    return classes;
  },
};
