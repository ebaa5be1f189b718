import { getChapter, patchChapter, saveChapter } from '@inkbear/contracts/books/chapter';
import type { ChangesJson } from '@inkbear/prose/changes';
import { normaliseNewlines } from '@inkbear/prose/changes';
import { call } from '@inkbear/web-kit/api.ts';
import type { SavePort } from '@inkbear/web-kit/saving/save-port.ts';

/** Timeout of a save in milliseconds, after which it is retried. */
const timeoutMs = 20_000;
const timeout = () => AbortSignal.timeout(timeoutMs);
const ifMatch = (rev: number) => ({ 'If-Match': `"${rev}"` });

/** The save port of a chapter: how its save queue loads and saves. */
export function chapterPort(id: string): SavePort {
  const params = { id };
  return {
    load: async () => {
      const { rev, content } = await call(getChapter, { params, signal: timeout() });
      return { rev, text: normaliseNewlines(content) };
    },
    patch: ({ changeId, changes, origins, kind }, rev) =>
      call(patchChapter, {
        params,
        headers: ifMatch(rev),
        signal: timeout(),
        body: { changeId, changes: changes.toJSON() as ChangesJson, origins: [...origins], kind },
      }),
    put: (content, rev) => call(saveChapter, { params, headers: ifMatch(rev), signal: timeout(), body: { content } }),
  };
}
