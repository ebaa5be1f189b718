import type { generateOutline } from '@inkbear/contracts/ai/writing';
import type { ClientReply } from '@inkbear/contracts/route';

export type PlannedOutline = Pick<ClientReply<typeof generateOutline>, 'overview' | 'targetAudience' | 'chapters'>;

/** A planned outline as the text that is kept with the book. */
export function outlineText({ overview, targetAudience, chapters }: PlannedOutline): string {
  const head = [overview, ...(targetAudience === '' ? [] : [`Target audience: ${targetAudience}`])].join('\n\n');
  const parts = chapters.map(({ number, title, description, keyPoints }) => [`Chapter ${number}: ${title}`, description, ...keyPoints.map((point) => `- ${point}`)].filter((line) => line !== '').join('\n'));
  return [head, ...parts].join('\n\n');
}
