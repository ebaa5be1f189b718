import { defaultReadingTokens } from '@inkbear/ai/src/context/budgets.ts';
import { countTokens } from '@inkbear/ai/src/context/count-tokens.ts';
import { parseJson } from '@inkbear/ai/src/generations/parse-reply.ts';
import { matchProviderResults, providerResultsSchema } from '@inkbear/ai/src/reading/match-provider-results.ts';
import { windowsOf } from '@inkbear/ai/src/reading/windows.ts';
import type { ReplyReader } from '../candidates.ts';

/** The reading of chapters in the AI service. */
export const replyReader: ReplyReader = {
  name: 'reading',
  keepFacts: (reply, { text, known }) => {
    const results = parseJson(providerResultsSchema)(reply);
    if (results === null) return [];
    const [window = [], ...others] = windowsOf(text, { countTokens, maxTokens: defaultReadingTokens });
    if (others.length > 0) throw new Error('A scripted reply is about a chapter that one call reads.');
    return matchProviderResults(results, window, { text, known }).facts.map(({ name, attribute, value, modality }) => ({
      entry: name,
      attribute,
      value,
      modality,
    }));
  },
};
