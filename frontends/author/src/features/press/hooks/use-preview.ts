import { getChapter } from '@inkbear/contracts/books/chapter';
import { call } from '@inkbear/web-kit/api.ts';
import type { ChapterItem } from '@inkbear/web-kit/list-items.ts';
import { handleUnauthorised } from '@inkbear/web-kit/unauthorised.ts';
import { useEffect, useRef, useState } from 'react';
import type { PageLayout, PreviewInput } from '../preview/messages.ts';
import { PreviewError, type PreviewWorker } from '../preview/open-preview.ts';

/** What the preview is doing. The previous layout stays on screen meanwhile. */
export type PreviewStatus =
  | { readonly phase: 'loading' | 'setting'; readonly done: number; readonly total: number }
  | { readonly phase: 'ready' }
  | { readonly phase: 'empty' }
  | { readonly phase: 'refused'; readonly message: string }
  | { readonly phase: 'failed' };

export interface PreviewView {
  readonly status: PreviewStatus;
  /** The pages of the latest layout; null before the first one. */
  readonly layout: PageLayout | null;
  /** Null before the worker has started. */
  readonly worker: PreviewWorker | null;
  readonly retry: () => void;
}

interface Options {
  readonly open: () => PreviewWorker;
  readonly chapters: readonly ChapterItem[];
  /** Null until the unsaved text of the editor is saved, because the preview reads the texts from the server. */
  readonly input: Omit<PreviewInput, 'chapterIds'> | null;
}

/** How many chapters are fetched concurrently. */
const parallelReads = 6;
/** Debounce, in milliseconds, between the last change and the next layout. */
const pauseMs = 150;

/** Lays a book out in a worker, again after each change of its texts or its design. */
export function usePreview({ open, chapters, input }: Options): PreviewView {
  const [worker, setWorker] = useState<PreviewWorker | null>(null);
  const [layout, setLayout] = useState<PageLayout | null>(null);
  const [status, setStatus] = useState<PreviewStatus>({ phase: 'loading', done: 0, total: chapters.length });
  const [attempt, setAttempt] = useState(0);
  /** The revisions of the texts that the worker has. */
  const sent = useRef(new Map<string, number>());
  /** Layouts run one after another; of those that wait, only the newest is run. */
  const queue = useRef<Promise<void>>(Promise.resolve());
  useEffect(() => {
    const opened = open();
    sent.current = new Map();
    setWorker(opened);
    return () => opened.close();
  }, [open, attempt]);

  const latest = useRef({ chapters, input });
  latest.current = { chapters, input };
  const isEmpty = chapters.every(({ wordCount }) => wordCount === 0);
  const key = input === null ? null : JSON.stringify([input, chapters.map(({ id, rev, title }) => [id, rev, title])]);
  useEffect(() => {
    if (worker === null || key === null) return;
    if (isEmpty) {
      setLayout(null);
      setStatus({ phase: 'empty' });
      return;
    }
    let isObsolete = false;
    const run = async () => {
      const { chapters: rows, input: present } = latest.current;
      if (isObsolete || present === null) return;
      const show = (next: PreviewStatus) => {
        if (!isObsolete) setStatus(next);
      };
      try {
        await sendChapters(worker, rows, sent.current, (done, total) => show({ phase: 'loading', done, total }));
        const laidOut = await worker.layOut({ ...present, chapterIds: rows.map(({ id }) => id) }, (done, total) =>
          show({ phase: 'setting', done, total }),
        );
        if (isObsolete) return;
        setLayout(laidOut);
        setStatus({ phase: 'ready' });
      } catch (error) {
        if (isObsolete) return;
        handleUnauthorised(error);
        if (error instanceof PreviewError && error.reason === 'unsupported-script')
          show({ phase: 'refused', message: error.message });
        else show({ phase: 'failed' });
      }
    };
    const timer = setTimeout(() => void (queue.current = queue.current.then(run)), pauseMs);
    return () => {
      isObsolete = true;
      clearTimeout(timer);
    };
  }, [worker, key, isEmpty]);
  return { status, layout, worker, retry: () => setAttempt((count) => count + 1) };
}

/** Fetches the texts that the worker does not have, and passes them on. */
async function sendChapters(
  worker: PreviewWorker,
  chapters: readonly ChapterItem[],
  sent: Map<string, number>,
  onChapterDone: (done: number, total: number) => void,
): Promise<void> {
  const missing = chapters.filter(({ id, rev }) => sent.get(id) !== rev);
  let done = chapters.length - missing.length;
  for (let from = 0; from < missing.length; from += parallelReads) {
    const read = missing.slice(from, from + parallelReads).map(async (item) => {
      const { id, title, content, wordCount } = await call(getChapter, { params: { id: item.id } });
      worker.setChapter({ id, title, content, wordCount });
      sent.set(id, item.rev);
    });
    onChapterDone(done, chapters.length);
    await Promise.all(read);
    done += read.length;
  }
}
