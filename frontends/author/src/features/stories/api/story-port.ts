import { getStory, patchStory, saveStory } from '@inkbear/contracts/stories/story';
import type { ChangesJson } from '@inkbear/prose/changes';
import { normaliseNewlines } from '@inkbear/prose/changes';
import { call } from '@inkbear/web-kit/api.ts';
import type { SavePort } from '@inkbear/web-kit/saving/save-port.ts';

/** Timeout of a save in milliseconds, after which it is retried. */
const timeoutMs = 20_000;
const timeout = () => AbortSignal.timeout(timeoutMs);
const ifMatch = (rev: number) => ({ 'If-Match': `"${rev}"` });

/** The save port of a story: how its save queue loads and saves. */
export function storyPort(id: string): SavePort {
  const params = { id };
  const patch: SavePort['patch'] = ({ changeId, changes, origins, kind }, rev) =>
    call(patchStory, {
      params,
      headers: ifMatch(rev),
      signal: timeout(),
      body: { changeId, changes: changes.toJSON() as ChangesJson, origins: [...origins], kind },
    });
  return {
    load: async () => {
      const { rev, content } = await call(getStory, { params, signal: timeout() });
      return { rev, text: normaliseNewlines(content) };
    },
    patch,
    put: (content, rev) => call(saveStory, { params, headers: ifMatch(rev), signal: timeout(), body: { content } }),
  };
}
