import type { SaveQueue } from '@inkbear/web-kit/saving/save-queue.ts';
import { useSession } from '@inkbear/web-kit/session.tsx';
import { type ComponentProps, useEffect, useMemo, useState } from 'react';
import { contextChoice } from '../../features/ai-tools/context-choice.ts';
import { ReadOnlyNotice } from '../../features/plan/components/read-only-notice.tsx';
import { askForChapter } from '../../features/proposals/chapter-proposals.api.ts';
import { useProposal } from '../../features/proposals/hooks/use-proposal.ts';
import { SessionGoal } from '../../features/session-goal/session-goal.tsx';
import { ShortcutsDialog } from '../../features/shortcuts/shortcuts-dialog.tsx';
import { saveNow } from '../../features/writing/components/save-control.tsx';
import { useSaveFact } from '../../features/writing/hooks/use-save-fact.ts';
import type { ProseEditor } from '../../features/writing/prose-editor.ts';
import { editorCommands } from '../../app/editor-commands.ts';
import { ManuscriptProse } from '../../manuscript/manuscript-prose.tsx';
import { useShowProseFirst } from '../../manuscript/use-show-prose-first.ts';
import { findSavedRevision } from '../../manuscript/saved-revision.ts';
import styles from '../../manuscript/manuscript-editor.module.css';
import { type ChapterActionContext, chapterCommands } from './chapter-actions.ts';
import type { ChapterProps } from './chapter-props.ts';
import { pendingReveal } from './pending-reveal.ts';
import type { ToolContext } from './tool-context.ts';
import { lastTool, tools } from './tool-list.ts';
import { type ToolId } from './tool-id.ts';
import { ToolRail } from '../../manuscript/tool-rail.tsx';
import { ChapterTopBar } from './chapter-top-bar.tsx';
import { useEditorShortcuts } from '../../manuscript/use-editor-shortcuts.ts';

type Props = ChapterProps & { queue: SaveQueue };

/** The open chapter: top bar, text and one tool beside it. */
export function ChapterEditor(props: Props) {
  const { book, current, queue, isFocused, isNarrow, onSavedWordCount } = props;
  const userId = useSession().user?.id ?? '';
  const manuscript = useMemo(() => ({ kind: 'chapter', id: current.id }) as const, [current.id]);
  const [editor, setEditor] = useState<ProseEditor | null>(null);
  const { tool, openTool, isReading, setReading, showProse } = useEditorView(userId, props);
  const [dialog, setDialog] = useState<'goal' | 'shortcuts' | null>(null);
  const control = useChapterProposal(props);
  const { revealingEditor, ask, reopen } = useShowProseFirst({ manuscript, queue, control, editor, showProse });
  const actions: ChapterActionContext = {
    ...props,
    isReading,
    onReading: setReading,
    onTool: openTool,
    onGoal: () => setDialog('goal'),
    onShortcuts: () => setDialog('shortcuts'),
  };
  const toolContext = useToolContext(props, {
    editor: revealingEditor,
    onTool: openTool,
    isWriting: control.proposal?.run.state === 'writing',
    onAsk: ask,
    onReopen: reopen,
  });
  useChapterCommands(actions);
  usePendingReveal(editor, current.id);
  useReportSavedWordCount(queue, current.id, onSavedWordCount);
  return (
    <>
      <div className={styles['centre']}>
        <ChapterTopBar {...actions} onShowRail={props.onShowRail} />
        <SessionGoal
          userId={userId}
          onTyped={editor?.onTyped ?? null}
          isAsking={dialog === 'goal'}
          onAnswered={() => setDialog(null)}
        />
        <ChapterProse
          {...{ book, current, manuscript, queue, control, editor, isReading }}
          onEditor={setEditor}
          onReopen={reopen}
        />
      </div>
      {!isFocused && (
        <ToolRail
          tools={tools}
          open={tool}
          isNarrow={isNarrow}
          onOpen={(id) => openTool(id as ToolId | null)}
          context={toolContext}
        />
      )}
      {dialog === 'shortcuts' && <ShortcutsDialog onClose={() => setDialog(null)} />}
    </>
  );
}

type ProseProps = Pick<Props, 'book' | 'current'> &
  Pick<
    ComponentProps<typeof ManuscriptProse>,
    'manuscript' | 'queue' | 'control' | 'editor' | 'isReading' | 'onEditor' | 'onReopen'
  >;

function ChapterProse({ book, current, ...rest }: ProseProps) {
  return (
    <ManuscriptProse
      {...rest}
      title={current.title}
      language={book.language}
      scope={{ bookId: book.id, chapterId: current.id }}
      canEdit={book.canEdit}
      notice={!book.canEdit && <ReadOnlyNotice />}
      heading={<ChapterHeading number={current.chapterNumber} title={current.title} />}
    />
  );
}

/** Registers the palette commands and the keyboard shortcuts of the open chapter. */
function useChapterCommands(actions: ChapterActionContext): void {
  useEffect(() => editorCommands.offer(chapterCommands(actions)));
  useEditorShortcuts({
    onSave: () => void saveNow(actions.queue, 'chapter'),
    onFind: () => actions.onTool('search'),
    onShortcuts: actions.onShortcuts,
  });
}

function useChapterProposal({ book, current, queue, isEnhanced }: Props) {
  return useProposal({
    manuscript: { kind: 'chapter', id: current.id },
    title: current.title,
    ask: askForChapter({ book, chapter: current, isEnhanced, context: () => contextChoice.read(book.id) }),
    revisionOf: (content) => findSavedRevision(queue, content),
  });
}

function useToolContext(
  { book, chapters, current, queue, isEnhanced, isNarrow, flush, onOpen }: Props,
  rest: Pick<ToolContext, 'editor' | 'onTool' | 'isWriting' | 'onAsk' | 'onReopen'>,
): ToolContext {
  const conflict = useSaveFact(queue, (view) => view.conflict);
  // While a save conflict is open, the tools must not edit the text either.
  const editableBook = useMemo(() => (conflict === null ? book : { ...book, canEdit: false }), [book, conflict]);
  return { chapters, current, queue, isEnhanced, isNarrow, flush, onOpen, book: editableBook, ...rest };
}

/** Every chapter has a heading; a default title is not repeated below the chapter number. */
function ChapterHeading({ number, title }: { number: number; title: string }) {
  const numbered = `Chapter ${number}`;
  if (title === numbered)
    return (
      <header className={styles['chapter']}>
        <h1 className={styles['chapterNumber']}>{numbered}</h1>
      </header>
    );
  return (
    <header className={styles['chapter']}>
      <p className={styles['chapterNumber']}>{numbered}</p>
      <h1 className={styles['chapterTitle']}>{title}</h1>
    </header>
  );
}

/** The open tool and the read mode. */
function useEditorView(userId: string, { isNarrow, onFocusMode }: Props) {
  const [tool, setTool] = useOpenTool(userId, isNarrow);
  const [isReading, setReading] = useState(false);
  const openTool = (id: ToolId | null) => {
    // Focus mode hides the tools, so opening one ends it.
    if (id !== null) onFocusMode(false);
    setTool(id);
  };
  const showProse = () => {
    setReading(false);
    if (isNarrow) setTool(null);
  };
  return { tool, openTool, isReading, setReading, showProse };
}

/** The open tool. On a wide screen the last used tool reopens; on a narrow one tools cover the text, so none does. */
function useOpenTool(userId: string, isNarrow: boolean): [ToolId | null, (tool: ToolId | null) => void] {
  const [tool, setTool] = useState(() => (isNarrow ? null : lastTool.read(userId)));
  return [
    tool,
    (next) => {
      lastTool.save(userId, next);
      setTool(next);
    },
  ];
}

/** Scrolls to a search hit in another chapter once that chapter's editor is ready. */
function usePendingReveal(editor: ProseEditor | null, chapterId: string): void {
  useEffect(() => {
    const span = editor && pendingReveal.consume(chapterId);
    if (span) editor.reveal(span);
  }, [editor, chapterId]);
}

/** Reports the word count after each save, because the chapter list shows what the server has. */
function useReportSavedWordCount(
  queue: SaveQueue,
  chapterId: string,
  onSavedWordCount: ChapterProps['onSavedWordCount'],
): void {
  const savedAt = useSaveFact(queue, (view) => view.savedAt);
  useEffect(() => {
    if (savedAt !== null) onSavedWordCount(chapterId, queue.view().words);
  }, [savedAt, queue, chapterId, onSavedWordCount]);
}
