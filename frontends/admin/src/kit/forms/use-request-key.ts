import { useRef } from 'react';

/** The Idempotency-Key of a form: the same content sent again has the same key, other content a new one. */
export function useRequestKey(): (body: unknown) => string {
  const last = useRef({ content: '', key: '' });
  return (body) => {
    const content = JSON.stringify(body);
    if (last.current.content !== content) last.current = { content, key: crypto.randomUUID() };
    return last.current.key;
  };
}
