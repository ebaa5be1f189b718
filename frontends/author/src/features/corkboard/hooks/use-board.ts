import type { Book } from '@inkbear/contracts/books/book';
import type { SceneReply } from '@inkbear/contracts/books/scene';
import { ApiError } from '@inkbear/web-kit/api-error.ts';
import type { ChapterItem } from '@inkbear/web-kit/list-items.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { createRequiredContext } from '../../../ui/required-context.ts';
import { useChangeChapters } from '../../chapters/chapters.api.ts';
import { lastPlace, movedText, moveEntry, type ScenePlace } from '../order.ts';
import {
  chapterIdsOf,
  type Restructured,
  scenesQuery,
  type StructureChange,
  useChangeStructure,
} from '../scenes.api.ts';
import type { BoardControl, FocusRequest } from './use-focus-request.ts';
import { useSynopsisActions } from './use-synopsis-edits.tsx';

/** A scene with the revision of its chapter in which it has this index. */
export interface BoardScene extends ScenePlace {
  readonly rev: number;
}

export interface SceneTarget extends ScenePlace {
  /** The revision that the board shows; by default the newest one that it knows. */
  readonly rev?: number;
}

/** What is dragged. */
export type Dragged = ({ readonly kind: 'scene' } & BoardScene) | { readonly kind: 'chapter'; readonly id: string };

/** What the last change did, and the operation that Undo takes back; null when it cannot be undone here. */
interface Notice {
  readonly text: string;
  readonly undo: Extract<StructureChange, { kind: 'undo' }> | null;
}

export interface ChapterStatus {
  readonly state: string;
  readonly label: string;
}

export interface BoardProps {
  book: Pick<Book, 'id' | 'canEdit'>;
  /** In the order of the book. */
  chapters: readonly ChapterItem[];
  statusOf: (chapter: ChapterItem) => ChapterStatus;
  /** Saves unsaved texts of the editor; false when that fails. */
  saveTexts: () => Promise<boolean>;
}

interface Done {
  readonly text: string;
  readonly focus: FocusRequest;
}

/** The state of a board and what its author can do. */
export function useBoard({ book, chapters, statusOf, saveTexts }: BoardProps) {
  const { saveAll } = useSynopsisActions();
  const change = useChangeStructure(book.id, async () => (await saveTexts()) && (await saveAll()));
  const [notice, setNotice] = useState<Notice | null>(null);
  const [focus, setFocus] = useState<FocusRequest | null>(null);
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const [choosing, setChoosing] = useState<BoardScene | null>(null);
  const open = useOpenChapters(chapters);
  const titleOf = (id: string) => chapters.find((chapter) => chapter.id === id)?.title ?? 'a chapter';
  const run = (request: StructureChange, describe: (reply: Reply) => Done) =>
    change.mutate(request, {
      onSuccess: (reply) => {
        const { text, focus: next } = describe(reply);
        if (next.scene !== undefined) open.setOpen(next.chapterId, true);
        const [first] = reply;
        const ids = [...chapterIdsOf(request), ...reply.map(({ id }) => id)];
        const undo = { kind: 'undo', operationId: first?.operationId ?? '', chapterIds: ids } as const;
        setNotice({ text, undo: request.kind === 'undo' || first === undefined ? null : undo });
        setFocus(next);
      },
      onError: (error) => {
        if (request.kind !== 'undo' || !isUndoOver(error)) return;
        setNotice(null);
        // The focus was on the button, which is gone.
        setFocus({ control: 'open', chapterId: request.chapterIds[0] ?? '' });
      },
    });
  return {
    book,
    chapters,
    statusOf,
    notice,
    focus,
    setFocus,
    dragged,
    setDragged,
    choosing,
    setChoosing,
    isBusy: change.isPending,
    ...open,
    ...useSceneMoves({ run, titleOf, chapters }),
    ...useChapterMoves({ bookId: book.id, chapters, setNotice, setFocus }),
    undo: (request: Extract<StructureChange, { kind: 'undo' }>) =>
      run(request, ([chapter]) => ({
        text: 'The last change was undone.',
        focus: { control: 'open', chapterId: chapter?.id ?? '' },
      })),
  };
}

/** Whether an undo will never succeed: its time has passed, or one of the texts has changed. */
const isUndoOver = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 409);

export type Board = ReturnType<typeof useBoard>;
export const [BoardProvider, useOpenBoard] = createRequiredContext<Board>('The board');

type Reply = readonly Restructured[];
type Run = (request: StructureChange, describe: (reply: Reply) => Done) => void;

/** A longer book opens with its scenes hidden. */
const maxOpenChapters = 50;

/** Which chapters show their scenes. */
function useOpenChapters(chapters: readonly ChapterItem[]) {
  // What the author has chosen; all other chapters are open or closed together.
  const [areOthersOpen, setOthersOpen] = useState(() => chapters.length <= maxOpenChapters);
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
  return {
    isOpen: (id: string): boolean => chosen.get(id) ?? areOthersOpen,
    setOpen: (id: string, isOpen: boolean) => setChosen((before) => new Map(before).set(id, isOpen)),
    setAllOpen: (isOpen: boolean) => {
      setOthersOpen(isOpen);
      setChosen(new Map());
    },
  };
}

interface SceneMoves {
  readonly run: Run;
  readonly titleOf: (chapterId: string) => string;
  readonly chapters: readonly ChapterItem[];
}

/** What changes texts: scenes move, chapters are divided and merged. */
function useSceneMoves({ run, titleOf, chapters }: SceneMoves) {
  const client = useQueryClient();
  const revOf = ({ id, rev }: ChapterItem): number =>
    Math.max(rev, client.getQueryData(scenesQuery(id).queryKey)?.rev ?? 0);
  const moveScene = (from: BoardScene, to: SceneTarget, control: BoardControl) => {
    const target = chapters.find(({ id }) => id === to.chapterId);
    if (target === undefined) return;
    const isSameChapter = from.chapterId === to.chapterId;
    const { scenes } = client.getQueryData(scenesQuery(from.chapterId).queryKey) ?? { scenes: [] };
    if (isSameChapter && from.index === Math.min(to.index, scenes.length - 1)) return;
    const { chapterId, rev, index } = from;
    const toRev = isSameChapter ? rev : (to.rev ?? revOf(target));
    run({ kind: 'move', chapterId, rev, index, toChapterId: to.chapterId, toRev, toIndex: to.index }, (reply) => ({
      text: movedText(from, to, titleOf),
      focus: {
        control,
        chapterId: to.chapterId,
        scene: { index: to.index, rev: reply.find(({ id }) => id === to.chapterId)?.rev ?? 0 },
      },
    }));
  };
  return {
    moveScene,
    split: (chapter: ChapterItem, { from, index }: SceneReply, rev: number) =>
      run({ kind: 'split', chapterId: chapter.id, rev, at: from }, ([, created]) => ({
        text: `Scene ${index + 1} of “${chapter.title}” now begins the chapter “${created?.title ?? ''}”.`,
        focus: { control: 'open', chapterId: created?.id ?? chapter.id },
      })),
    merge: (chapter: ChapterItem, next: ChapterItem) =>
      run({ kind: 'merge', chapterId: chapter.id, rev: revOf(chapter), withId: next.id, withRev: revOf(next) }, () => ({
        text: `“${next.title}” is now part of “${chapter.title}”. The old chapter is in the trash.`,
        focus: { control: 'open', chapterId: chapter.id },
      })),
  };
}

interface ChapterMoves {
  readonly bookId: string;
  readonly chapters: readonly ChapterItem[];
  readonly setNotice: (notice: Notice) => void;
  readonly setFocus: (request: FocusRequest) => void;
}

/** What changes only the order of the chapters. */
function useChapterMoves({ bookId, chapters, setNotice, setFocus }: ChapterMoves) {
  const { reorder } = useChangeChapters(bookId);
  return {
    moveChapter: (id: string, to: number, control: BoardControl) => {
      const ids = chapters.map((chapter) => chapter.id);
      const from = ids.indexOf(id);
      const next = moveEntry(ids, from, to);
      if (next === null) return;
      const text = `“${chapters[from]?.title ?? ''}” is now chapter ${next.indexOf(id) + 1} of ${next.length}.`;
      reorder.mutate(next, { onSuccess: () => setNotice({ text, undo: null }) });
      setFocus({ control, chapterId: id });
    },
  };
}

export const endOf = (chapterId: string): SceneTarget => ({ chapterId, index: lastPlace });
