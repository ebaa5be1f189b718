import type { AiRefusalReason } from '@inkbear/service-kit/metrics/attribute-values';
import { ProblemError } from '@inkbear/service-kit/problem';

type Code = 'ai.limit_reached' | 'ai.fair_use';
type Details = NonNullable<ConstructorParameters<typeof ProblemError>[1]>;

/** A limit or a token ceiling is reached; 429. */
export class AiRefusal extends ProblemError {
  /** For metrics: which limit it was. */
  readonly reason: AiRefusalReason;

  constructor(code: Code, reason: AiRefusalReason, details: Details = {}) {
    super(code, details);
    this.reason = reason;
  }
}
