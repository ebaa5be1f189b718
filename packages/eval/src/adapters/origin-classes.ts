import { replaceRanges } from '@inkbear/prose/changes';
import { insertedAs, type OriginKind, type OriginSpan, originsAfter } from '@inkbear/prose/origins';
import type { ProvenanceStep, WordClass } from '../books/provenance-history.ts';
import type { WordClassifier } from '../candidates.ts';

const kinds: Readonly<Record<ProvenanceStep['source'], OriginKind>> = {
  typed: 'typed',
  undo: 'typed',
  pasted: 'pasted',
  imported: 'imported',
  result: 'ai',
};
const classes: Readonly<Record<OriginKind, WordClass>> = {
  typed: 'own',
  pasted: 'pasted',
  imported: 'imported',
  ai: 'generated',
};

/**
 * Baseline: a word gets the class of the origin span at its first letter. Origins distinguish only four of the six
 * classes.
 */
export const originClasses: WordClassifier = {
  name: 'origins',
  classifyWords({ steps }) {
    let text = '';
    let origins: OriginSpan[] = [];
    for (const { edit, source, resultId } of steps) {
      const changes = replaceRanges(text.length, [edit]);
      const inserted = kinds[source] === 'typed' ? [] : insertedAs(changes, kinds[source], resultId);
      origins = originsAfter(origins, changes, inserted);
      text = text.slice(0, edit.from) + edit.insert + text.slice(edit.to);
    }
    return Array.from(text.matchAll(/\S+/g), ({ index }) => {
      const span = origins.find(({ from, to }) => from <= index && index < to);
      return classes[span?.kind ?? 'typed'];
    });
  },
};
