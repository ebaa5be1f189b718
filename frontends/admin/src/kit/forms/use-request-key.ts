import { ApiError } from '@inkbear/web-kit/api-error.ts';
import { useRef } from 'react';

/** Done although nobody heard of it: to press again means to do it again. */
const isDone = (error: unknown): boolean => error instanceof ApiError && error.problem?.code === 'request.already_done';

/**
 * Sends what a form holds under an Idempotency-Key: the same content has the same key until it has succeeded, other
 * content a new one.
 */
export function useRequestKey(): <Body, Reply>(
  body: Body,
  send: (input: { body: Body; idempotencyKey: string }) => Promise<Reply>,
) => Promise<Reply> {
  const last = useRef({ content: '', key: '' });
  return async (body, send) => {
    const content = JSON.stringify(body);
    if (last.current.content !== content) last.current = { content, key: crypto.randomUUID() };
    const forget = () => {
      last.current = { content: '', key: '' };
    };
    try {
      const reply = await send({ body, idempotencyKey: last.current.key });
      forget();
      return reply;
    } catch (error) {
      if (isDone(error)) forget();
      throw error;
    }
  };
}
