import type { listResults } from '@inkbear/contracts/ai/limit';
import { type generateOutline, outlinePlan } from '@inkbear/contracts/ai/ideas';
import type { ClientReply } from '@inkbear/contracts/route';
import { parseJson } from '@inkbear/web-kit/parse-json.ts';

export type GeneratedOutline = Pick<ClientReply<typeof generateOutline>, 'overview' | 'targetAudience' | 'chapters'>;

/** Formats a generated outline, or the parts of it that have arrived, as the text that is saved with the book. */
export function outlineText({ overview = '', targetAudience = '', chapters = [] }: Partial<GeneratedOutline>): string {
  const head = [overview, ...(targetAudience === '' ? [] : [`Target audience: ${targetAudience}`])].join('\n\n');
  const parts = chapters.map(({ number, title, description, keyPoints }) =>
    [`Chapter ${number}: ${title}`, description, ...keyPoints.map((point) => `- ${point}`)]
      .filter((line) => line !== '')
      .join('\n'),
  );
  return [head, ...parts].join('\n\n');
}

export interface SavedOutline {
  readonly id: string;
  readonly createdAt: string;
  readonly text: string;
}

/** Outlines of the last 30 days, newest first. */
export function savedOutlines(rows: ClientReply<typeof listResults>): SavedOutline[] {
  return rows
    .filter(({ kind }) => kind === 'outline')
    .flatMap(({ resultId, createdAt, text }) => {
      const parsed = outlinePlan.safeParse(parseJson(text));
      return parsed.success ? [{ id: resultId, createdAt, text: outlineText(parsed.data) }] : [];
    });
}
