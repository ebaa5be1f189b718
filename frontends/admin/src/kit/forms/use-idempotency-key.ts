import { ApiError } from '@inkbear/web-kit/api-error.ts';
import { useRef } from 'react';

/** The earlier request has succeeded, although its reply was lost: another request would perform the action again. */
const isDone = (error: unknown): boolean => error instanceof ApiError && error.problem?.code === 'request.already_done';

/**
 * Returns a function that sends a body under an idempotency key. The same body keeps its key until it has succeeded;
 * another body gets a new key.
 */
export function useIdempotencyKey(): <Body, Reply>(
  body: Body,
  send: (input: { body: Body; idempotencyKey: string }) => Promise<Reply>,
) => Promise<Reply> {
  const last = useRef({ content: '', key: '' });
  return async (body, send) => {
    const content = JSON.stringify(body);
    if (last.current.content !== content) last.current = { content, key: crypto.randomUUID() };
    const dropKey = () => {
      last.current = { content: '', key: '' };
    };
    try {
      const reply = await send({ body, idempotencyKey: last.current.key });
      dropKey();
      return reply;
    } catch (error) {
      if (isDone(error)) dropKey();
      throw error;
    }
  };
}
