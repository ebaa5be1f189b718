import type { SaveQueue } from '@inkbear/web-kit/saving/save-queue.ts';
import { documentIdOf } from '@inkbear/web-kit/saving/manuscript.ts';
import { useSession } from '@inkbear/web-kit/session.tsx';
import { useEffect, useMemo, useState } from 'react';
import { contextChoice } from '../../features/ai-tools/context-choice.ts';
import { ReadOnlyNotice } from '../../features/plan/components/read-only-notice.tsx';
import { askForChapter } from '../../features/proposals/api/ask-for-chapter.ts';
import { MissedResult } from '../../features/proposals/components/missed-result.tsx';
import { useProposal } from '../../features/proposals/hooks/use-proposal.ts';
import { SessionGoal } from '../../features/session-goal/session-goal.tsx';
import { ShortcutsDialog } from '../../features/shortcuts/shortcuts-dialog.tsx';
import { ConflictPanel } from '../../features/writing/components/conflict-panel.tsx';
import { ProseField } from '../../features/writing/components/prose-field.tsx';
import { ProseReader } from '../../features/writing/components/prose-reader.tsx';
import { saveNow } from '../../features/writing/components/save-control.tsx';
import { SaveNotice } from '../../features/writing/components/save-notice.tsx';
import { useOtherTabs } from '../../features/writing/hooks/use-other-tabs.ts';
import { useSaveFact } from '../../features/writing/hooks/use-save-fact.ts';
import type { ProseEditor } from '../../features/writing/prose-editor.ts';
import { TextProposal } from '../manuscript/text-proposal.tsx';
import { useProseInView } from '../manuscript/use-prose-in-view.ts';
import { roomCommands } from '../room-commands.ts';
import { savedRevisionOf } from '../saved-revision.ts';
import type { DeskView } from './desk-view.ts';
import type { DeskProps } from './desk.tsx';
import { pendingReveal } from './pending-reveal.ts';
import { commandsOf, type RoomView } from './room-actions.ts';
import { lastTool, type ToolId, tools } from './tool-list.ts';
import { ToolRail } from './tool-rail.tsx';
import { TopBar } from './top-bar.tsx';
import { useRoomKeys } from './use-room-keys.ts';
import styles from './workroom.module.css';

/** The open chapter between its bar and its tool. */
export function OpenDesk(props: DeskProps & { queue: SaveQueue }) {
  const { book, chapters, current, queue, isFocused, isNarrow, isEnhanced, onWords } = props;
  const userId = useSession().user?.id ?? '';
  const manuscript = useMemo(() => ({ kind: 'chapter', id: current.id }) as const, [current.id]);
  const [editor, setEditor] = useState<ProseEditor | null>(null);
  const [tool, setTool] = useTool(userId, isNarrow);
  const [isReading, setReading] = useState(false);
  const [asked, setAsked] = useState<'goal' | 'shortcuts' | null>(null);
  const conflict = useSaveFact(queue, (view) => view.conflict);
  // Until the author has decided between two texts, no tool changes either.
  const toolBook = useMemo(() => (conflict === null ? book : { ...book, canEdit: false }), [book, conflict]);
  const others = useOtherTabs(documentIdOf(manuscript), queue);
  const control = useProposal({
    manuscript,
    title: current.title,
    ask: askForChapter({ book, chapter: current, isEnhanced, context: () => contextChoice.read(book.id) }),
    revisionOf: (content) => savedRevisionOf(queue, content),
  });
  const { proposal } = control;
  const openTool = (id: ToolId | null) => {
    // Everything but the prose is out of the way in focus mode.
    if (id !== null) props.onFocusMode(false);
    setTool(id);
  };
  const view: RoomView = {
    ...props,
    isReading,
    onReading: setReading,
    onTool: openTool,
    onGoal: () => setAsked('goal'),
    onShortcuts: () => setAsked('shortcuts'),
  };
  useEffect(() => roomCommands.offer(commandsOf(view)));
  useRoomKeys({
    onSave: () => void saveNow(queue, 'chapter'),
    onFind: () => openTool('search'),
    onShortcuts: view.onShortcuts,
  });
  usePendingReveal(editor, current.id);
  useWordsInList(queue, current.id, onWords);
  const label = `${current.title}, text`;
  const toProse = () => {
    setReading(false);
    if (isNarrow) setTool(null);
  };
  const { inReach, ask, reopen } = useProseInView({ manuscript, queue, control, editor, toProse });
  const desk: DeskView = {
    chapters,
    current,
    queue,
    isEnhanced,
    isNarrow,
    book: toolBook,
    editor: inReach,
    flush: props.flush,
    onOpen: props.onOpen,
    onTool: openTool,
    isWriting: proposal?.run.state === 'writing',
    onAsk: ask,
    onReopen: reopen,
  };
  return (
    <>
      <div className={styles['centre']}>
        <TopBar {...view} onRail={props.onRail} />
        <SessionGoal
          userId={userId}
          onTyped={editor?.onTyped ?? null}
          isAsking={asked === 'goal'}
          onAnswered={() => setAsked(null)}
        />
        <div className={styles['scroll']}>
          <div className={styles['prose']} data-proposal={proposal !== null}>
            {!book.canEdit && <ReadOnlyNotice />}
            <SaveNotice noun="chapter" queue={queue} otherTabs={others} />
            {proposal === null && conflict === null && <MissedResult manuscript={manuscript} onOpen={reopen} />}
            {conflict && (
              <ConflictPanel noun="chapter" conflict={conflict} onChoose={(choice) => queue.resolve(choice)} />
            )}
            <header className={styles['chapter']}>
              <ChapterHeading number={current.chapterNumber} title={current.title} />
            </header>
            {isReading && <ProseReader queue={queue} label={label} editor={editor} />}
            <ProseField
              onEditor={setEditor}
              queue={queue}
              label={label}
              language={book.language}
              isReadOnly={!book.canEdit || conflict !== null}
              isHidden={isReading}
            />
            {proposal && (
              <TextProposal
                manuscript={manuscript}
                scope={{ bookId: book.id, chapterId: current.id }}
                language={book.language}
                {...{ proposal, control, queue, editor }}
              />
            )}
          </div>
        </div>
      </div>
      {!isFocused && (
        <ToolRail
          tools={tools}
          open={tool}
          isNarrow={isNarrow}
          onOpen={(id) => openTool(id as ToolId | null)}
          desk={desk}
        />
      )}
      {asked === 'shortcuts' && <ShortcutsDialog onClose={() => setAsked(null)} />}
    </>
  );
}

/** Every chapter has a heading; one with a default title is not named twice. */
function ChapterHeading({ number, title }: { number: number; title: string }) {
  const numbered = `Chapter ${number}`;
  if (title === numbered) return <h1 className={styles['chapterNumber']}>{numbered}</h1>;
  return (
    <>
      <p className={styles['chapterNumber']}>{numbered}</p>
      <h1 className={styles['chapterTitle']}>{title}</h1>
    </>
  );
}

/** The open tool; beside the prose the last one opens again, a sheet over it waits to be asked for. */
function useTool(userId: string, isNarrow: boolean): [ToolId | null, (tool: ToolId | null) => void] {
  const [tool, setTool] = useState(() => (isNarrow ? null : lastTool.read(userId)));
  return [
    tool,
    (next) => {
      lastTool.keep(userId, next);
      setTool(next);
    },
  ];
}

/** A hit of the search in another chapter is gone to as soon as that chapter is there. */
function usePendingReveal(editor: ProseEditor | null, chapterId: string): void {
  useEffect(() => {
    const span = editor && pendingReveal.take(chapterId);
    if (span) editor.reveal(span);
  }, [editor, chapterId]);
}

/** The list of chapters counts what the server has. */
function useWordsInList(
  queue: SaveQueue,
  chapterId: string,
  onWords: (chapterId: string, words: number) => void,
): void {
  const savedAt = useSaveFact(queue, (view) => view.savedAt);
  useEffect(() => {
    if (savedAt !== null) onWords(chapterId, queue.view().words);
  }, [savedAt, queue, chapterId, onWords]);
}
