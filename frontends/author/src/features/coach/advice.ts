import { listResults } from '@inkbear/contracts/ai/limit';
import { type askWritingCoach, coachAdvice } from '@inkbear/contracts/ai/ideas';
import type { ClientReply } from '@inkbear/contracts/route';
import { parseJson } from '@inkbear/web-kit/parse-json.ts';

export type Advice = Pick<
  ClientReply<typeof askWritingCoach>,
  'feedback' | 'strengths' | 'improvements' | 'suggestions'
>;
export interface SavedAdvice {
  readonly id: string;
  readonly createdAt: string;
  readonly advice: Advice;
}

/** Replies of the last 30 days, newest first. */
export function savedAdvice(rows: ClientReply<typeof listResults>): SavedAdvice[] {
  return rows
    .filter(({ kind }) => kind === 'coach')
    .flatMap(({ resultId, createdAt, text }) => {
      const parsed = coachAdvice.safeParse(parseJson(text));
      return parsed.success ? [{ id: resultId, createdAt, advice: parsed.data }] : [];
    });
}
