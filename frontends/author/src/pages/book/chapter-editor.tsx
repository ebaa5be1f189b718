import { showToast } from '@inkbear/web-kit/toast.ts';
import type { SaveQueue } from '../../saving/save-queue.ts';
import { useEffect, useMemo } from 'react';
import { useSaveContextChoice } from '../../features/ai-tools/context-choice.api.ts';
import { useNamedEntries } from '../../features/bible/bible.api.ts';
import { useMentionsPreference } from '../../features/bible/mentions-preference.ts';
import { ReadOnlyNotice } from '../../features/plan/components/read-only-notice.tsx';
import { streamChapterText } from '../../features/proposals/chapter-proposals.api.ts';
import { useProposal } from '../../features/proposals/hooks/use-proposal.ts';
import { saveNow } from '../../features/writing/components/save-control.tsx';
import { useSaveStateValue } from '../../features/writing/hooks/use-save-state-value.ts';
import type { ProseEditor } from '../../features/writing/prose-editor.ts';
import { ManuscriptEditor } from '../../manuscript/manuscript-editor.tsx';
import styles from '../../manuscript/manuscript-editor.module.css';
import type { FocusMode } from '../../manuscript/use-focus-mode.ts';
import { findSavedRevision } from '../../manuscript/saved-revision.ts';
import { useManuscriptEditor } from '../../manuscript/use-manuscript-editor.ts';
import { chapterCommands } from './chapter-actions.ts';
import { ChapterBottomBar } from './chapter-bottom-bar.tsx';
import { ChapterTopBar } from './chapter-top-bar.tsx';
import { MentionCards } from './mention-cards.tsx';
import { type OpenChapter, OpenChapterProvider } from './open-chapter.ts';
import { pendingReveal } from './pending-reveal.ts';
import { chapterTools, chapterToolMemory } from './tool-list.ts';

export interface ChapterEditorProps extends OpenChapter {
  readonly userId: string;
  readonly focusMode: FocusMode;
  readonly queue: SaveQueue;
  /** Shows the list of chapters; null while it is shown. */
  readonly onShowSidebar: (() => void) | null;
  readonly onSavedWordCount: (chapterId: string, words: number) => void;
}

/** The editor of the open chapter. */
export function ChapterEditor({ queue, onShowSidebar, onSavedWordCount, ...props }: ChapterEditorProps) {
  const { userId, focusMode, ...chapter } = props;
  const { book, current } = chapter;
  const areMentionsMarked = useMentionsPreference();
  const { data: entries = [] } = useNamedEntries(book.id);
  const manuscript = useMemo(() => ({ kind: 'chapter', id: current.id }) as const, [current.id]);
  const saveChoice = useSaveContextChoice(book.id);
  const proposalControl = useProposal({
    manuscript,
    title: current.title,
    streamText: streamChapterText({
      book,
      chapter: current,
      hasDetailedOutline: chapter.hasDetailedOutline,
      saveChoice,
    }),
    revisionOf: (content) => findSavedRevision(queue, content),
  });
  const openManuscript = useManuscriptEditor({
    ...{ manuscript, userId, queue, proposalControl, focusMode },
    title: current.title,
    language: book.language,
    canEdit: book.canEdit,
    saveNow: () => void saveNow(queue, 'chapter'),
    toolMemory: chapterToolMemory,
  });
  usePendingReveal(openManuscript.plainEditor, queue, current.id);
  useReportSavedWordCount(queue, current.id, onSavedWordCount);
  return (
    <OpenChapterProvider value={chapter}>
      <ManuscriptEditor
        openManuscript={openManuscript}
        tools={chapterTools}
        listCommands={() => chapterCommands(openManuscript, chapter, { areMentionsMarked, entries })}
        topBar={
          <>
            <ChapterTopBar onShowSidebar={onShowSidebar} />
            <MentionCards />
          </>
        }
        bottomBar={<ChapterBottomBar onShowSidebar={onShowSidebar} />}
        scope={{ bookId: book.id, chapterId: current.id }}
        notice={!book.canEdit && <ReadOnlyNotice />}
        heading={<ChapterHeading number={current.chapterNumber} title={current.title} />}
      />
    </OpenChapterProvider>
  );
}

/** Every chapter has a heading; a default title is not repeated below the chapter number. */
function ChapterHeading({ number, title }: { number: number; title: string }) {
  const chapterLabel = `Chapter ${number}`;
  if (title === chapterLabel)
    return (
      <header className={styles['chapter']}>
        <h1 className={styles['chapterNumber']}>{chapterLabel}</h1>
      </header>
    );
  return (
    <header className={styles['chapter']}>
      <p className={styles['chapterNumber']}>{chapterLabel}</p>
      <h1 className={styles['chapterTitle']}>{title}</h1>
    </header>
  );
}

/** Scrolls to a search hit or a finding in another chapter once that chapter's editor is ready. */
function usePendingReveal(editor: ProseEditor | null, queue: SaveQueue, chapterId: string): void {
  useEffect(() => {
    const find = editor && pendingReveal.consume(chapterId);
    if (!find) return;
    const span = find(queue.text.toString());
    if (span) editor.reveal(span);
    else showToast({ title: 'These words are no longer there', description: 'The chapter has changed since.' });
  }, [editor, queue, chapterId]);
}

/** Reports the word count after each save, because the chapter list shows what the server has. */
function useReportSavedWordCount(
  queue: SaveQueue,
  chapterId: string,
  onSavedWordCount: ChapterEditorProps['onSavedWordCount'],
): void {
  const savedAt = useSaveStateValue(queue, (view) => view.savedAt);
  useEffect(() => {
    if (savedAt !== null) onSavedWordCount(chapterId, queue.view().words);
  }, [savedAt, queue, chapterId, onSavedWordCount]);
}
