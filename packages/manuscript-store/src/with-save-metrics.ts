import { metrics } from '@inkbear/service-kit/metrics/metrics';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { ManuscriptKind, ManuscriptHead } from './manuscript.ts';

/** Runs a save and counts it as acknowledged, or as a conflict when its base revision is stale. */
export async function withSaveMetrics<R extends ManuscriptHead>(
  { name, errors }: Pick<ManuscriptKind<R>, 'name' | 'errors'>,
  save: () => Promise<R>,
): Promise<R> {
  try {
    const saved = await save();
    metrics.count('inkbear.manuscript.saves', { manuscript: name, outcome: 'acknowledged' });
    return saved;
  } catch (error) {
    if (error instanceof ProblemError && error.code === errors.stale)
      metrics.count('inkbear.manuscript.saves', { manuscript: name, outcome: 'conflict' });
    throw error;
  }
}
