import { findHits, replaceHits } from '@inkbear/prose/search/find-hits';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { useState } from 'react';
import type { SearchSource, ChapterChange } from '../search-source.ts';
import type { SearchCriteria } from '../search-criteria.ts';

const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en-GB')} ${count === 1 ? one : many}`;

/** Replaces in one chapter after another. One toast reports the result, and its Undo reverts all chapters. */
export function useReplace(source: SearchSource, onDone: () => void) {
  const { kind } = source;
  const [progress, setProgress] = useState<string | null>(null);
  const run = async <T>(items: readonly T[], label: string, act: (item: T) => Promise<void>) => {
    let failed = 0;
    for (const [at, item] of items.entries()) {
      if (items.length > 1) setProgress(`${label} ${kind} ${at + 1} of ${items.length}…`);
      else setProgress(`${label}…`);
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
    const failed = await run(changes, 'Taking back', async (change) => {
      const outcome = await source.revert(change);
      if (outcome === 'refused') changedSince += 1;
      if (outcome === 'unsaved') unsaved += 1;
    });
    const notes = [
      changedSince > 0 &&
        `${counted(changedSince, `${kind} was`, `${kind}s were`)} written on since and left alone; the text from before is in the history.`,
      unsaved > 0 && `${counted(unsaved, `${kind} is`, `${kind}s are`)} not saved yet. Keep this tab open until then.`,
      failed > 0 && `${counted(failed, kind, `${kind}s`)} did not answer; the text from before is in the history.`,
    ].filter(Boolean);
    showToast({
      title: notes.length === 0 ? 'Undone' : 'Partly undone',
      description: notes.length === 0 ? 'Everything reads as before.' : notes.join(' '),
      ...(notes.length === 0 ? {} : { tone: 'destructive' as const }),
    });
  };
  const replaceAll = async (chapterIds: readonly string[], criteria: SearchCriteria) => {
    const changes: ChapterChange[] = [];
    const failed = await run(chapterIds, 'Replacing in', async (id) => {
      const change = await source.applyEdits(id, (text) =>
        replaceHits(text, findHits(text, criteria), criteria.replacement, !criteria.isCaseSensitive),
      );
      if (change !== null) changes.push(change);
      if (change?.isSaved === false)
        throw new Error('The replacements are not saved yet. Keep this tab open until then.');
    });
    const places = changes.reduce((sum, { count }) => sum + count, 0);
    const summary = `${counted(places, 'place', 'places')} in ${counted(changes.length, kind, `${kind}s`)}.`;
    showToast({
      title: failed === 0 ? 'Replaced' : 'Not replaced everywhere',
      description:
        failed === 0 ? summary : `${summary} ${counted(failed, kind, `${kind}s`)} could not be saved just now.`,
      durationMs: 10_000,
      ...(failed === 0 ? {} : { tone: 'destructive' as const }),
      ...(changes.length === 0 ? {} : { action: { label: 'Undo', run: () => void revert(changes) } }),
    });
  };
  return { progress, replaceAll };
}
