import { getStory, patchStory, saveStory } from '@inkbear/contracts/stories/story';
import type { ChangesJson } from '@inkbear/prose/changes';
import { normaliseNewlines } from '@inkbear/prose/changes';
import { call } from '@inkbear/web-kit/api.ts';
import type { SavePort } from '@inkbear/web-kit/saving/save-port.ts';

/** Milliseconds after which a save counts as not answered and is sent again. */
const deadlineMs = 20_000;
const deadline = () => AbortSignal.timeout(deadlineMs);
const ifMatch = (rev: number) => ({ 'If-Match': `"${rev}"` });

/** The server's side of a story's save queue. */
export function storyPort(id: string): SavePort {
  const params = { id };
  const patch: SavePort['patch'] = ({ changeId, changes, origins, kind }, rev) =>
    call(patchStory, {
      params,
      headers: ifMatch(rev),
      signal: deadline(),
      body: { changeId, changes: changes.toJSON() as ChangesJson, origins: [...origins], kind },
    });
  return {
    load: async () => {
      const { rev, content } = await call(getStory, { params, signal: deadline() });
      return { rev, text: normaliseNewlines(content) };
    },
    patch,
    put: (content, rev) => call(saveStory, { params, headers: ifMatch(rev), signal: deadline(), body: { content } }),
  };
}
