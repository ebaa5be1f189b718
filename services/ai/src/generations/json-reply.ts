import type { z } from 'zod';
import { parseJson } from './parse-reply.ts';
import type { PartialStream } from './partial-replies.ts';

/** How a call whose reply is JSON streams, parses and stores it. */
export const jsonReply = <S extends z.ZodObject>(schema: S, sendPartial: PartialStream['send'] | null) => ({
  sendDelta: null,
  partialStream: sendPartial && { schema, send: sendPartial },
  parse: parseJson(schema),
  textOf: (parsed: z.output<S>) => JSON.stringify(parsed),
});
