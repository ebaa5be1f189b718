import type { listResults } from '@inkbear/contracts/ai/limit';
import type { ClientReply } from '@inkbear/contracts/route';
import { shortDateTime } from '@inkbear/web-kit/format.ts';
import { parseJson } from '@inkbear/web-kit/parse-json.ts';
import type { IdeaResult } from './hooks/use-idea.ts';
import type { IdeaTool } from './idea-tool.ts';

export interface SavedIdea<Form, Answer> {
  readonly id: string;
  /** The time of the request, as text. */ readonly at: string;
  readonly found: IdeaResult<Form, Answer>;
}

/** The stored results of a tool, newest first; unreadable ones are omitted. */
export function savedIdeas<Form extends object, Answer>(
  rows: ClientReply<typeof listResults>,
  tool: IdeaTool<Form, Answer>,
): SavedIdea<Form, Answer>[] {
  return rows
    .filter(({ kind }) => kind === tool.kind)
    .flatMap(({ resultId, createdAt, text, asked }) => {
      const answer = tool.answer.safeParse(parseJson(text));
      return answer.success
        ? [
            {
              id: resultId,
              at: shortDateTime(createdAt),
              found: { asked: { ...tool.empty, ...tool.formOf(asked ?? {}) }, answer: answer.data },
            },
          ]
        : [];
    });
}
