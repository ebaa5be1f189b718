import { getChapter, patchChapter, saveChapter } from '@inkbear/contracts/books/chapter';
import { getStory, patchStory, saveStory } from '@inkbear/contracts/stories/story';
import type { ChangesJson } from '@inkbear/prose/changes';
import { normaliseNewlines } from '@inkbear/prose/changes';
import { call } from '@inkbear/web-kit/api.ts';
import { ifMatch } from '../../kit/if-match.ts';
import { saveTimeout } from '../../kit/save-timeout.ts';
import type { Manuscript } from '../../saving/manuscript.ts';
import type { SavePort } from '../../saving/save-port.ts';

const routes = {
  chapter: { load: getChapter, patch: patchChapter, put: saveChapter },
  story: { load: getStory, patch: patchStory, put: saveStory },
} as const;

/** The save port of a chapter or a story: how its save queue loads and saves. */
export function manuscriptPort({ kind, id }: Manuscript): SavePort {
  const params = { id };
  const route = routes[kind];
  return {
    load: async () => {
      const { rev, content } = await call(route.load, { params, signal: saveTimeout() });
      return { rev, text: normaliseNewlines(content) };
    },
    patch: ({ changeId, changes, origins, kind: changeKind }, rev) =>
      call(route.patch, {
        params,
        headers: ifMatch(rev),
        signal: saveTimeout(),
        body: { changeId, changes: changes.toJSON() as ChangesJson, origins: [...origins], kind: changeKind },
      }),
    put: (content, rev) => call(route.put, { params, headers: ifMatch(rev), signal: saveTimeout(), body: { content } }),
  };
}
