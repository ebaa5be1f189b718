import type { EditHistory } from '../books/edit-history.ts';
import type { MovedEvidence } from '../candidates.ts';

export interface EvidenceScore {
  readonly correct: number;
  /** Evidence whose reported position is not where the passage is. */
  readonly wrong: number;
  readonly total: number;
}

/** Ends may differ by this many units, for example by a space. */
const tolerance = 3;

/**
 * Scores where evidence is said to be after edits. A quote that is lost by mistake is not correct, but not wrong
 * either.
 */
export function scoreEvidence({ oracle }: Pick<EditHistory, 'oracle'>, moved: readonly MovedEvidence[]): EvidenceScore {
  let [correct, wrong] = [0, 0];
  for (const [at, known] of oracle.entries()) {
    const answer = moved[at];
    if (!answer) continue;
    const isSamePlace = Math.abs(answer.from - known.from) <= tolerance && Math.abs(answer.to - known.to) <= tolerance;
    if (answer.state === known.state && (known.state === 'lost' || isSamePlace)) correct += 1;
    const overlaps = known.state !== 'lost' && answer.from < known.to && known.from < answer.to;
    if (answer.state !== 'lost' && !overlaps) wrong += 1;
  }
  return { correct, wrong, total: oracle.length };
}
