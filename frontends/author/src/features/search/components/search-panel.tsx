import type { Hit } from '@inkbear/prose/search/find-hits';
import { replaceHits } from '@inkbear/prose/search/find-hits';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { TextField } from '@inkbear/ui-kit/text-field.tsx';
import type { SaveQueue } from '@inkbear/web-kit/saving/save-queue.ts';
import { useEffect, useRef, useState } from 'react';
import type { BookDesk, SearchedChapter, SearchedEditor } from '../book-desk.ts';
import { type ChapterHits, listedText, type Searched, useHits } from '../hooks/use-hits.ts';
import { useReplace } from '../hooks/use-replace.ts';
import { lastWish, queryFrom, type SearchWish } from '../search-wish.ts';
import { FindFields } from './find-fields.tsx';
import { HitList } from './hit-list.tsx';
import styles from './search-panel.module.css';

interface Props {
  userId: string;
  current: Omit<SearchedChapter, 'text'>;
  queue: SaveQueue;
  editor: SearchedEditor | null;
  /** Must be stable. */
  book: BookDesk;
  canEdit: boolean;
  /** Opens another chapter at a hit. */
  onOpenAt: (chapterId: string, hit: Hit) => void;
}

const layer = 'search';
const noHits: readonly Hit[] = [];
/** More would be drawn for nobody. */
const maxMarks = 1000;

/** Finds and replaces, in the open chapter or in the whole book. */
export function SearchPanel({ userId, current, queue, editor, book, canEdit, onOpenAt }: Props) {
  const isOnlyText = book.noun === 'story';
  const [wish, setWish] = useState(() => ({
    ...wishOf(userId, editor),
    ...(isOnlyText ? { scope: 'chapter' as const } : {}),
  }));
  const [round, setRound] = useState(0);
  const [at, setAt] = useState<number | null>(null);
  /** The position behind the latest replacement, until the text with it has been searched. */
  const [goOnFrom, setGoOnFrom] = useState<number | null>(null);
  const found = useHits(wish, current, queue, book, round);
  const { progress, replaceAll } = useReplace(book, () => setRound((count) => count + 1));
  const here = found.chapters.find(({ chapter }) => chapter.id === current.id);
  const hits = here?.hits ?? noHits;
  const total = totalOf(found.chapters);
  const field = useRef<HTMLInputElement>(null);
  const change = (part: Partial<SearchWish>) => {
    const next = { ...wish, ...part };
    lastWish.keep(userId, isOnlyText ? { ...next, scope: lastWish.read(userId).scope } : next);
    setWish(next);
    if (part.replacement !== undefined) return;
    setAt(null);
    setGoOnFrom(null);
  };
  const step = (by: 1 | -1) => {
    if (hits.length === 0) return;
    const cursor = editor?.cursor() ?? 0;
    const nearest =
      by === 1 ? hits.findIndex(({ from }) => from >= cursor) : hits.findLastIndex(({ to }) => to <= cursor);
    const next =
      at === null
        ? nearest === -1
          ? by === 1
            ? 0
            : hits.length - 1
          : nearest
        : (at + by + hits.length) % hits.length;
    setAt(next);
    const hit = hits[next];
    if (hit) editor?.reveal(hit, true);
  };
  const replaceOne = () => {
    // A list made from another text, or for other words, knows no place in this one.
    if (here === undefined || found.text !== queue.text || found.wish !== wish) return;
    const hit = at === null ? undefined : hits[at];
    if (hit === undefined) return step(1);
    const edits = replaceHits(here.chapter.text, [hit], wish.replacement, !wish.isCaseSensitive);
    editor?.apply(edits, edits.length > 1 ? 'replacement' : 'correction');
    setAt(null);
    setGoOnFrom(hit.from + (edits[0]?.insert.length ?? 0));
  };
  useEffect(() => {
    if (goOnFrom === null || found.text !== queue.text) return;
    setGoOnFrom(null);
    const next = hits.findIndex(({ from }) => from >= goOnFrom);
    const hit = hits[next];
    if (hit === undefined) return;
    setAt(next);
    editor?.reveal(hit, true);
  }, [goOnFrom, found.text, queue, hits, editor]);
  useMarks(editor, queue, here?.chapter.text ?? '', hits, at);
  useFindKeys(field, editor, step, change);
  const isBook = wish.scope === 'book';
  return (
    <div className={styles['panel']}>
      <FindFields
        wish={wish}
        hasScopes={!isOnlyText}
        field={field}
        count={countOf(found, wish.query, at, here, isBook)}
        canStep={hits.length > 0}
        onChange={change}
        onStep={step}
      />
      {canEdit && (
        <div className={styles['replace']}>
          <TextField
            label="Replace with"
            value={wish.replacement}
            hint={wish.isCaseSensitive ? '' : 'A capital at the beginning of a hit stays a capital.'}
            onChange={(event) => change({ replacement: event.target.value })}
          />
          <div className={styles['buttons']}>
            <PlainButton disabled={hits.length === 0 || progress !== null} onClick={replaceOne}>
              Replace
            </PlainButton>
            <PlainButton
              disabled={total === 0 || progress !== null || found.state !== 'ready'}
              onClick={() =>
                void replaceAll(isBook ? found.chapters.map(({ chapter }) => chapter.id) : [current.id], wish)
              }
            >
              {isBook ? 'Replace all in the book' : 'Replace all'}
            </PlainButton>
          </div>
          <p role="status" className={styles['note']}>
            {progress}
          </p>
        </div>
      )}
      <HitList
        chapters={found.chapters}
        currentId={current.id}
        currentAt={at}
        onGo={(chapterId, hit, index) => {
          if (chapterId !== current.id) return onOpenAt(chapterId, hit);
          setAt(index);
          return editor?.reveal(hit);
        }}
      />
    </div>
  );
}

/** The last search; what is selected is looked for first. */
function wishOf(userId: string, editor: SearchedEditor | null): SearchWish {
  const last = lastWish.read(userId);
  return { ...last, query: queryFrom(editor?.selection()?.text) ?? last.query };
}

function countOf(
  { state, chapters }: Searched,
  query: string,
  at: number | null,
  here: ChapterHits | undefined,
  isBook: boolean,
): string {
  if (query === '') return 'Type a word or a few.';
  if (state === 'loading') return 'Reading the book…';
  if (state === 'failed') return 'The other chapters could not be read. Please try again.';
  const total = totalOf(chapters);
  if (total === 0) return 'Not found.';
  const all = `${chapters.some(({ isCut }) => isCut) ? 'more than ' : ''}${total.toLocaleString('en-GB')} ${total === 1 ? 'hit' : 'hits'}${isBook ? ' in the book' : ''}`;
  if (here === undefined || at === null || at >= here.hits.length) return `${all.replace(/^m/, 'M')}.`;
  return `${at + 1} of ${listedText(here)}${isBook ? ` here, ${all}` : ''}.`;
}

const totalOf = (chapters: readonly ChapterHits[]) => chapters.reduce((sum, { hits }) => sum + hits.length, 0);

function useMarks(
  editor: SearchedEditor | null,
  queue: SaveQueue,
  text: string,
  hits: readonly Hit[],
  at: number | null,
): void {
  useEffect(() => {
    if (hits.length > 0 && queue.text.length !== text.length) return;
    const first = Math.max(0, (at ?? 0) - maxMarks / 2);
    editor?.mark(
      layer,
      hits.slice(first, first + maxMarks).map(({ from, to }, index) => ({
        from,
        to,
        className: first + index === at ? 'cm-hit cm-hit-current' : 'cm-hit',
      })),
    );
  }, [editor, queue, text, hits, at]);
  useEffect(() => () => editor?.mark(layer, []), [editor]);
}

/** Ctrl+F again takes what is selected now; F3 and Ctrl+G go on from wherever one is. */
function useFindKeys(
  field: React.RefObject<HTMLInputElement | null>,
  editor: SearchedEditor | null,
  step: (by: 1 | -1) => void,
  change: (part: Partial<SearchWish>) => void,
): void {
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, [field]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey;
      const key = event.key.toLowerCase();
      if (isCommand && !event.shiftKey && key === 'f') {
        const query = queryFrom(editor?.selection()?.text);
        if (query !== null) change({ query });
        field.current?.focus();
        field.current?.select();
      } else if (event.key === 'F3' || (isCommand && key === 'g')) step(event.shiftKey ? -1 : 1);
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
}
