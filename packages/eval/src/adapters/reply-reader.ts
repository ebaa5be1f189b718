import { countTokens } from '@inkbear/ai/src/context/count-tokens.ts';
import { parseJson } from '@inkbear/ai/src/generations/parse-reply.ts';
import { findsSchema, matchFinds } from '@inkbear/ai/src/reading/match-finds.ts';
import { windowsOf } from '@inkbear/ai/src/reading/windows.ts';
import type { ReplyReader } from '../candidates.ts';

/** The reading of chapters in the AI service. */
export const replyReader: ReplyReader = {
  name: 'reading',
  keepFacts: (reply, { text, known }) => {
    const finds = parseJson(findsSchema)(reply);
    if (finds === null) return [];
    return windowsOf(text, countTokens).flatMap((window) =>
      matchFinds(finds, window, { text, known }).facts.map(({ name, attribute, value, modality }) => ({
        entry: name,
        attribute,
        value,
        modality,
      })),
    );
  },
};
