import { findHits, replaceHits } from '@inkbear/prose/search/find-hits';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { useState } from 'react';
import type { BookDesk, ChapterChange } from '../book-desk.ts';
import type { SearchWish } from '../search-wish.ts';

const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en-GB')} ${count === 1 ? one : many}`;

/** Replaces in chapter after chapter; one toast tells of all, and its Undo brings every text back. */
export function useReplace(book: BookDesk, onDone: () => void) {
  const { noun } = book;
  const [progress, setProgress] = useState<string | null>(null);
  const run = async <T>(items: readonly T[], label: string, act: (item: T) => Promise<void>) => {
    let failed = 0;
    for (const [at, item] of items.entries()) {
      if (items.length > 1) setProgress(`${label} ${noun} ${at + 1} of ${items.length}…`);
      else setProgress(`${label}…`);
      await act(item).catch(() => {
        failed += 1;
      });
    }
    setProgress(null);
    onDone();
    return failed;
  };
  const takeBack = async (changes: readonly ChapterChange[]) => {
    let written = 0;
    let unsaved = 0;
    const failed = await run(changes, 'Taking back', async (change) => {
      const became = await book.takeBack(change);
      if (became === 'refused') written += 1;
      if (became === 'unsaved') unsaved += 1;
    });
    const notes = [
      written > 0 &&
        `${counted(written, `${noun} was`, `${noun}s were`)} written on since and left alone; the text from before is in the history.`,
      unsaved > 0 && `${counted(unsaved, `${noun} is`, `${noun}s are`)} not saved yet. Keep this tab open until then.`,
      failed > 0 && `${counted(failed, noun, `${noun}s`)} did not answer; the text from before is in the history.`,
    ].filter(Boolean);
    showToast({
      title: notes.length === 0 ? 'Taken back' : 'Partly taken back',
      description: notes.length === 0 ? 'Everything reads as before.' : notes.join(' '),
      ...(notes.length === 0 ? {} : { tone: 'destructive' as const }),
    });
  };
  const replaceAll = async (chapterIds: readonly string[], wish: SearchWish) => {
    const changes: ChapterChange[] = [];
    const failed = await run(chapterIds, 'Replacing in', async (id) => {
      const change = await book.change(id, (text) =>
        replaceHits(text, findHits(text, wish), wish.replacement, !wish.isCaseSensitive),
      );
      if (change !== null) changes.push(change);
      if (change?.isSaved === false)
        throw new Error('The replacements are not saved yet. Keep this tab open until then.');
    });
    const places = changes.reduce((sum, { count }) => sum + count, 0);
    const said = `${counted(places, 'place', 'places')} in ${counted(changes.length, noun, `${noun}s`)}.`;
    showToast({
      title: failed === 0 ? 'Replaced' : 'Not replaced everywhere',
      description: failed === 0 ? said : `${said} ${counted(failed, noun, `${noun}s`)} could not be saved just now.`,
      durationMs: 10_000,
      ...(failed === 0 ? {} : { tone: 'destructive' as const }),
      ...(changes.length === 0 ? {} : { action: { label: 'Undo', run: () => void takeBack(changes) } }),
    });
  };
  return { progress, replaceAll };
}
