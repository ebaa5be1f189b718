import type { Hit } from '@inkbear/prose/search/find-hits';
import { replaceHits } from '@inkbear/prose/search/find-hits';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { TextField } from '@inkbear/ui-kit/text-field.tsx';
import { counted } from '@inkbear/web-kit/counted.ts';
import type { SaveQueue } from '../../../saving/save-queue.ts';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { type ChapterHits, listedText, type Searched, useHits } from '../hooks/use-hits.ts';
import { useReplaceHits } from '../hooks/use-replace-hits.ts';
import { lastSearch, queryFrom, type SearchCriteria } from '../search-criteria.ts';
import type { SearchedChapter, SearchedEditor, SearchSource } from '../search-source.ts';
import { FindFields } from './find-fields.tsx';
import { HitList } from './hit-list.tsx';
import styles from './search-panel.module.css';

interface Props {
  userId: string;
  current: Omit<SearchedChapter, 'text'>;
  queue: SaveQueue;
  editor: SearchedEditor | null;
  /** Must be the same object on every render. */
  source: SearchSource;
  canEdit: boolean;
  /** Opens another chapter at a hit. */
  onOpenAt: (chapterId: string, hit: Hit) => void;
  /** Closes the panel and returns to the text; for Escape. */
  onLeave: () => void;
}

const layer = 'search';
const noHits: readonly Hit[] = [];
/** Only the hits around the current one are highlighted. */
const maxHighlights = 1000;

/** Finds and replaces, in the open chapter or in the whole book. */
export function SearchPanel({ userId, current, queue, editor, source, canEdit, onOpenAt, onLeave }: Props) {
  const isSingleText = source.kind === 'story';
  const [criteria, setCriteria] = useState(() => initialCriteria(userId, editor, isSingleText));
  const [searchCount, setSearchCount] = useState(0);
  const found = useHits(criteria, current, queue, source, searchCount);
  const { progress, replaceAll } = useReplaceHits(source, () => setSearchCount((count) => count + 1));
  const openResult = found.chapters.find(({ chapter }) => chapter.id === current.id);
  const hits = openResult?.hits ?? noHits;
  const steps = useHitSteps({ found, openResult, hits, criteria, queue, editor });
  const field = useRef<HTMLInputElement>(null);
  const change = (part: Partial<SearchCriteria>) => {
    const next = { ...criteria, ...part };
    // The scope of a story is fixed; the saved scope is the one that was chosen for a book.
    lastSearch.save(userId, isSingleText ? { ...next, scope: lastSearch.read(userId).scope } : next);
    setCriteria(next);
    if (part.replacement === undefined) steps.reset();
  };
  useHighlights(editor, queue, openResult?.chapter.text ?? '', hits, steps.at);
  useFindKeys(field, editor, steps.step, change);
  const isBook = criteria.scope === 'book';
  const isReplacing = progress !== null;
  return (
    // Escape is a shortcut for the button that closes the panel.
    // eslint-disable-next-line jsx-a11y-x/no-static-element-interactions
    <div className={styles['panel']} onKeyDown={onEscape(onLeave)}>
      <FindFields
        criteria={criteria}
        hasScopes={!isSingleText}
        field={field}
        count={countOf(found, criteria.query, steps.at, openResult, isBook)}
        canStep={hits.length > 0}
        onChange={change}
        onStep={steps.step}
      />
      {canEdit && (
        <ReplaceFields
          criteria={criteria}
          progress={progress}
          canReplace={hits.length > 0 && !isReplacing}
          canReplaceAll={totalOf(found.chapters) > 0 && !isReplacing && found.state === 'ready'}
          onChange={change}
          onReplace={steps.replaceCurrent}
          onReplaceAll={() =>
            void replaceAll(isBook ? found.chapters.map(({ chapter }) => chapter.id) : [current.id], criteria)
          }
        />
      )}
      <HitList
        chapters={found.chapters}
        currentId={current.id}
        currentAt={steps.at}
        onGo={(chapterId, hit, index) => (chapterId === current.id ? steps.goTo(index, hit) : onOpenAt(chapterId, hit))}
      />
    </div>
  );
}

const onEscape = (leave: () => void) => (event: KeyboardEvent) => {
  // Escape also ends the composition of a character.
  if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.stopPropagation();
  leave();
};

interface ReplaceProps {
  criteria: SearchCriteria;
  progress: string | null;
  canReplace: boolean;
  canReplaceAll: boolean;
  onChange: (part: Partial<SearchCriteria>) => void;
  onReplace: () => void;
  onReplaceAll: () => void;
}

function ReplaceFields({
  criteria,
  progress,
  canReplace,
  canReplaceAll,
  onChange,
  onReplace,
  onReplaceAll,
}: ReplaceProps) {
  return (
    <div className={styles['replace']}>
      <TextField
        label="Replace with"
        value={criteria.replacement}
        hint={criteria.isCaseSensitive ? '' : 'A capital letter at the start of a match is kept.'}
        onChange={(event) => onChange({ replacement: event.target.value })}
      />
      <div className={styles['buttons']}>
        <PlainButton disabled={!canReplace} onClick={onReplace}>
          Replace
        </PlainButton>
        <PlainButton disabled={!canReplaceAll} onClick={onReplaceAll}>
          {criteria.scope === 'book' ? 'Replace all in the book' : 'Replace all'}
        </PlainButton>
      </div>
      <p role="status" className={styles['note']}>
        {progress}
      </p>
    </div>
  );
}

interface StepOptions {
  readonly found: Searched;
  readonly openResult: ChapterHits | undefined;
  readonly hits: readonly Hit[];
  readonly criteria: SearchCriteria;
  readonly queue: SaveQueue;
  readonly editor: SearchedEditor | null;
}

/** The current hit in the open chapter: steps through the hits and replaces one at a time. */
function useHitSteps({ found, openResult, hits, criteria, queue, editor }: StepOptions) {
  const [at, setAt] = useState<number | null>(null);
  /** The position after the latest replacement, until its text has been searched again. */
  const [resumeFrom, setResumeFrom] = useState<number | null>(null);
  const step = (by: 1 | -1) => {
    if (hits.length === 0) return;
    const next = at === null ? nearestHit(hits, editor?.cursor() ?? 0, by) : (at + by + hits.length) % hits.length;
    setAt(next);
    const hit = hits[next];
    if (hit) editor?.reveal(hit, true);
  };
  const replaceCurrent = () => {
    // The hits must belong to the current text and criteria, or their positions are wrong.
    if (openResult === undefined || found.text !== queue.text || found.criteria !== criteria) return;
    const hit = at === null ? undefined : hits[at];
    if (hit === undefined) return step(1);
    const edits = replaceHits(openResult.chapter.text, [hit], criteria.replacement, !criteria.isCaseSensitive);
    editor?.apply(edits, edits.length > 1 ? 'replacement' : 'correction');
    setAt(null);
    setResumeFrom(hit.from + (edits[0]?.insert.length ?? 0));
  };
  useEffect(() => {
    if (resumeFrom === null || found.text !== queue.text) return;
    setResumeFrom(null);
    const next = hits.findIndex(({ from }) => from >= resumeFrom);
    const hit = hits[next];
    if (hit === undefined) return;
    setAt(next);
    editor?.reveal(hit, true);
  }, [resumeFrom, found.text, queue, hits, editor]);
  const goTo = (index: number, hit: Hit) => {
    setAt(index);
    editor?.reveal(hit);
  };
  const reset = () => {
    setAt(null);
    setResumeFrom(null);
  };
  return { at, step, replaceCurrent, goTo, reset };
}

/** Index of the next hit from the cursor in the given direction; wraps around. */
function nearestHit(hits: readonly Hit[], cursor: number, by: 1 | -1): number {
  const nearest =
    by === 1 ? hits.findIndex(({ from }) => from >= cursor) : hits.findLastIndex(({ to }) => to <= cursor);
  if (nearest !== -1) return nearest;
  return by === 1 ? 0 : hits.length - 1;
}

/** The last search; a selection in the editor becomes the query. */
function initialCriteria(userId: string, editor: SearchedEditor | null, isSingleText: boolean): SearchCriteria {
  const last = lastSearch.read(userId);
  const query = queryFrom(editor?.selection()?.text) ?? last.query;
  return { ...last, query, ...(isSingleText ? { scope: 'chapter' as const } : {}) };
}

function countOf(
  { state, chapters }: Searched,
  query: string,
  at: number | null,
  openResult: ChapterHits | undefined,
  isBook: boolean,
): string {
  if (query === '') return 'Type one or more words.';
  if (state === 'loading') return 'Reading the book…';
  if (state === 'failed') return 'The other chapters could not be read. Please try again.';
  const total = totalOf(chapters);
  if (total === 0) return 'No matches.';
  const all = `${chapters.some(({ isCut }) => isCut) ? 'more than ' : ''}${counted(total, 'match', 'matches')}${isBook ? ' in the book' : ''}`;
  if (openResult === undefined || at === null || at >= openResult.hits.length) return `${all.replace(/^m/, 'M')}.`;
  return `${at + 1} of ${listedText(openResult)}${isBook ? ` here, ${all}` : ''}.`;
}

const totalOf = (chapters: readonly ChapterHits[]) => chapters.reduce((sum, { hits }) => sum + hits.length, 0);

function useHighlights(
  editor: SearchedEditor | null,
  queue: SaveQueue,
  text: string,
  hits: readonly Hit[],
  at: number | null,
): void {
  useEffect(() => {
    if (hits.length > 0 && queue.text.length !== text.length) return;
    const first = Math.max(0, (at ?? 0) - maxHighlights / 2);
    editor?.highlight(
      layer,
      hits.slice(first, first + maxHighlights).map(({ from, to }, index) => ({
        from,
        to,
        className: first + index === at ? 'cm-hit cm-hit-current' : 'cm-hit',
      })),
    );
  }, [editor, queue, text, hits, at]);
  useEffect(() => () => editor?.highlight(layer, []), [editor]);
}

/** Ctrl+F uses the selection as the query; F3 and Ctrl+G go to the next hit from anywhere on the page. */
function useFindKeys(
  field: React.RefObject<HTMLInputElement | null>,
  editor: SearchedEditor | null,
  step: (by: 1 | -1) => void,
  change: (part: Partial<SearchCriteria>) => void,
): void {
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, [field]);
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
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
