import type { Comparison } from '../comparison.ts';

export interface CompareRequest {
  readonly before: string;
  readonly after: string;
}
export type CompareReply = Comparison;
