import type { EditHistory } from '../books/edit-history.ts';
import type { ProvenanceHistory } from '../books/provenance-history.ts';
import { scoreEvidence } from '../metrics/score-evidence.ts';
import { countCorrectWords } from '../metrics/score-words.ts';
import type { Candidates } from '../registered-candidates.ts';
import { type Figure, measureAll } from './figure.ts';

export function measureEvidence({ evidence }: Candidates, histories: readonly EditHistory[]): Figure[] {
  return measureAll(evidence, (mover) => {
    const scores = histories.map((history) => scoreEvidence(history, mover.moveEvidence(history)));
    const sum = (key: 'correct' | 'wrong' | 'total') => scores.reduce((total, score) => total + score[key], 0);
    return { 'evidence-right': sum('correct') / sum('total'), 'evidence-wrong': sum('wrong') };
  });
}

export function measureProvenance({ provenance }: Candidates, histories: readonly ProvenanceHistory[]): Figure[] {
  return measureAll(provenance, (classifier) => {
    let [correct, total] = [0, 0];
    for (const history of histories) {
      correct += countCorrectWords(history.oracle, classifier.classifyWords(history));
      total += history.oracle.length;
    }
    return { provenance: correct / total };
  });
}
