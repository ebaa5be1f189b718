import { findHits, replaceHits } from '@inkbear/prose/search/find-hits';
import type { ManuscriptKind } from '../../../saving/manuscript.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { counted } from '@inkbear/web-kit/counted.ts';
import { useState } from 'react';
import type { SearchSource, ChapterChange } from '../search-source.ts';
import type { SearchCriteria } from '../search-criteria.ts';

const plurals: Readonly<Record<ManuscriptKind, string>> = { chapter: 'chapters', story: 'stories' };
/** '1 chapter', '2 stories'. */
const countedManuscripts = (count: number, kind: ManuscriptKind): string => counted(count, kind, plurals[kind]);

/** Replaces in one chapter after another. One toast reports the result, and its Undo reverts all chapters. */
export function useReplaceHits(source: SearchSource, onDone: () => void) {
  const { kind } = source;
  const [progress, setProgress] = useState<string | null>(null);
  const run = async <T>(items: readonly T[], label: string, act: (item: T) => Promise<void>) => {
    let failed = 0;
    for (const [at, item] of items.entries()) {
      setProgress(items.length > 1 ? `${label} in ${kind} ${at + 1} of ${items.length}…` : `${label}…`);
      await act(item).catch(() => {
        failed += 1;
      });
    }
    setProgress(null);
    onDone();
    return failed;
  };
  const revert = async (changes: readonly ChapterChange[]) => {
    let changedSince = 0;
    let unsaved = 0;
    const failed = await run(changes, 'Undoing', async (change) => {
      const outcome = await source.revert(change);
      if (outcome === 'refused') changedSince += 1;
      if (outcome === 'unsaved') unsaved += 1;
    });
    const notes = [
      changedSince > 0 &&
        `Not reverted, because edited since: ${countedManuscripts(changedSince, kind)}. The previous text is in the history.`,
      unsaved > 0 &&
        `Reverted, but not saved yet: ${countedManuscripts(unsaved, kind)}. Keep this tab open until it is saved.`,
      failed > 0 && `Could not be reverted: ${countedManuscripts(failed, kind)}. The previous text is in the history.`,
    ].filter(Boolean);
    showToast({
      title: notes.length === 0 ? 'Undone' : 'Partly undone',
      description: notes.length === 0 ? 'The text is as it was before.' : notes.join(' '),
      ...(notes.length === 0 ? {} : { tone: 'destructive' as const }),
    });
  };
  const replaceAll = async (chapterIds: readonly string[], criteria: SearchCriteria) => {
    const changes: ChapterChange[] = [];
    const failed = await run(chapterIds, 'Replacing', async (id) => {
      const change = await source.applyEdits(id, (text) =>
        replaceHits(text, findHits(text, criteria), criteria.replacement, !criteria.isCaseSensitive),
      );
      if (change !== null) changes.push(change);
      if (change?.isSaved === false)
        throw new Error('The replacements are not saved yet. Keep this tab open until then.');
    });
    const replaced = changes.reduce((sum, { count }) => sum + count, 0);
    const summary = `${counted(replaced, 'match', 'matches')} in ${countedManuscripts(changes.length, kind)}.`;
    showToast({
      title: failed === 0 ? 'Replaced' : 'Not replaced everywhere',
      description:
        failed === 0 ? summary : `${summary} ${countedManuscripts(failed, kind)} could not be saved just now.`,
      durationMs: 10_000,
      ...(failed === 0 ? {} : { tone: 'destructive' as const }),
      ...(changes.length === 0 ? {} : { action: { label: 'Undo', run: () => void revert(changes) } }),
    });
  };
  return { progress, replaceAll };
}
