import type { AiRefusalReason } from '@inkbear/service-kit/metrics/attribute-values';
import { ProblemError } from '@inkbear/service-kit/problem';

type Code = 'ai.limit_reached' | 'ai.fair_use';
type Details = NonNullable<ConstructorParameters<typeof ProblemError>[1]>;

/** Thrown as 429 when a limit or a token ceiling is reached. */
export class AiRefusal extends ProblemError {
  /** The limit that is reached, for metrics. */
  readonly reason: AiRefusalReason;

  constructor(code: Code, reason: AiRefusalReason, details: Details = {}) {
    super(code, details);
    this.reason = reason;
  }
}
