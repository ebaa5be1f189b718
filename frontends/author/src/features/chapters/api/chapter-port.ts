import { getChapter, patchChapter, saveChapter } from '@inkbear/contracts/books/chapter';
import type { ChangesJson } from '@inkbear/prose/changes';
import { normaliseNewlines } from '@inkbear/prose/changes';
import { call } from '@inkbear/web-kit/api.ts';
import type { SavePort } from '@inkbear/web-kit/saving/save-port.ts';

/** Milliseconds after which a save counts as not answered and is sent again. */
const deadlineMs = 20_000;
const deadline = () => AbortSignal.timeout(deadlineMs);
const ifMatch = (rev: number) => ({ 'If-Match': `"${rev}"` });

/** The server's side of a chapter's save queue. */
export function chapterPort(id: string): SavePort {
  const params = { id };
  return {
    load: async () => {
      const { rev, content } = await call(getChapter, { params, signal: deadline() });
      return { rev, text: normaliseNewlines(content) };
    },
    patch: ({ changeId, changes, origins, kind }, rev) =>
      call(patchChapter, {
        params,
        headers: ifMatch(rev),
        signal: deadline(),
        body: { changeId, changes: changes.toJSON() as ChangesJson, origins: [...origins], kind },
      }),
    put: (content, rev) => call(saveChapter, { params, headers: ifMatch(rev), signal: deadline(), body: { content } }),
  };
}
