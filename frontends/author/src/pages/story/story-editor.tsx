import { type Story } from '@inkbear/contracts/stories/story';
import type { Manuscript } from '@inkbear/web-kit/saving/manuscript.ts';
import type { SaveQueue } from '@inkbear/web-kit/saving/save-queue.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, useEffect, useState } from 'react';
import type { KeptResult } from '../../features/proposals/kept-results.ts';
import { SessionGoal } from '../../features/session-goal/session-goal.tsx';
import { AiBar } from '../../features/stories/components/ai-bar.tsx';
import { StartNote } from '../../features/stories/components/start-note.tsx';
import { exportText } from '../../features/stories/export-text.ts';
import { isComplete, statusText, typeTitle } from '../../features/stories/story-facts.ts';
import { useSaveFact } from '../../features/writing/hooks/use-save-fact.ts';
import type { ProseEditor } from '../../features/writing/prose-editor.ts';
import { invalidateStoryList } from '../../features/stories/stories.api.ts';
import editorStyles from '../../manuscript/manuscript-editor.module.css';
import { ToolRail } from '../../manuscript/tool-rail.tsx';
import { useEditorShortcuts } from '../../manuscript/use-editor-shortcuts.ts';
import { useIsNarrow } from '../../manuscript/use-is-narrow.ts';
import { editorCommands } from '../../app/editor-commands.ts';
import { ManuscriptProse } from '../../manuscript/manuscript-prose.tsx';
import { useShowProseFirst } from '../../manuscript/use-show-prose-first.ts';
import { openPdf, saveStoryNow, type StoryActionContext, storyCommands } from './story-actions.ts';
import { type DialogName, StoryDialogs } from './story-dialogs.tsx';
import styles from './story-editor.module.css';
import { type StoryToolContext, storyLanguage } from './story-tool-context.ts';
import { lastStoryTool, type StoryToolId, storyTools } from './story-tool-list.ts';
import { StoryTopBar } from './story-top-bar.tsx';
import { useStoryProposal } from './use-story-proposal.ts';
import { useStoryTools } from './use-story-tools.ts';

interface Props {
  story: Story;
  userId: string;
  manuscript: Manuscript;
  queue: SaveQueue;
  isFocused: boolean;
  onFocusMode: (on: boolean) => void;
}

/** The open story: top bar, AI buttons, text and one tool beside it. */
export function StoryEditor(props: Props) {
  const { story, userId, manuscript, queue, isFocused } = props;
  const [editor, setEditor] = useState<ProseEditor | null>(null);
  const { tool, isNarrow, openTool, isReading, setReading, showProse } = useEditorView(props);
  const [dialog, setDialog] = useState<DialogName | null>(null);
  const isBlank = useSaveFact(queue, ({ words }) => words === 0);
  const control = useStoryProposal(story, manuscript, queue, userId);
  const isWriting = control.proposal?.run.state === 'writing';
  const { revealingEditor, ask, reopen } = useShowProseFirst({ manuscript, queue, control, editor, showProse });
  const tools = useStoryTools({ story, queue, editor, onAsk: ask });
  const actions: StoryActionContext = {
    ...{ story, queue, isFocused, isReading },
    onFocusMode: props.onFocusMode,
    onReading: setReading,
    onTool: openTool,
    onAct: tools.act,
    onInformation: () => setDialog('information'),
    onGoal: () => setDialog('goal'),
    onShortcuts: () => setDialog('shortcuts'),
  };
  useStoryCommands(actions);
  useRefreshStoryList(queue);
  const toolContext = useToolContext(props, actions, {
    editor: revealingEditor,
    isWriting,
    onReopen: reopen,
  });
  return (
    <>
      <div className={editorStyles['centre']}>
        <StoryTopBar {...actions} />
        {!isFocused && <AiBar storyId={story.id} isBlank={isBlank} isBusy={isWriting} onAct={tools.act} />}
        <SessionGoal
          userId={userId}
          onTyped={editor?.onTyped ?? null}
          isAsking={dialog === 'goal'}
          onAnswered={() => setDialog(null)}
        />
        <StoryProse
          {...{ story, manuscript, queue, control, editor, isReading }}
          onEditor={setEditor}
          onReopen={reopen}
        />
      </div>
      {!isFocused && (
        <ToolRail
          tools={storyTools}
          open={tool}
          isNarrow={isNarrow}
          onOpen={(id) => openTool(id as StoryToolId | null)}
          context={toolContext}
        />
      )}
      <StoryDialogs story={story} tools={tools} dialog={dialog} onClose={() => setDialog(null)} />
    </>
  );
}

type ProseProps = Pick<Props, 'story'> &
  Pick<
    ComponentProps<typeof ManuscriptProse>,
    'manuscript' | 'queue' | 'control' | 'editor' | 'isReading' | 'onEditor' | 'onReopen'
  >;

function StoryProse({ story, ...rest }: ProseProps) {
  const { queue, control } = rest;
  const conflict = useSaveFact(queue, (view) => view.conflict);
  const isBlank = useSaveFact(queue, ({ words }) => words === 0);
  return (
    <ManuscriptProse
      {...rest}
      title={story.title}
      language={storyLanguage}
      scope={{ storyId: story.id }}
      canEdit
      isInText={({ kind, attempts }) => kind === 'story-generate' && containsAttempt(queue.text.toString(), attempts)}
      heading={
        <>
          <StoryHeading story={story} queue={queue} />
          {isBlank && control.proposal === null && conflict === null && <StartNote story={story} />}
        </>
      }
    />
  );
}

/** The open tool and the read mode; a wide screen reopens the last used tool. */
function useEditorView({ userId, onFocusMode }: Props) {
  const isNarrow = useIsNarrow(1000);
  const [tool, setTool] = useState<StoryToolId | null>(() => (isNarrow ? null : lastStoryTool.read(userId)));
  const [isReading, setReading] = useState(false);
  const openTool = (id: StoryToolId | null) => {
    // Focus mode hides the tools, so opening one ends it.
    if (id !== null) onFocusMode(false);
    if (!isNarrow) lastStoryTool.save(userId, id);
    setTool(id);
  };
  const showProse = () => {
    setReading(false);
    // On a narrow screen a tool covers the text.
    if (isNarrow) setTool(null);
  };
  return { tool, isNarrow, openTool, isReading, setReading, showProse };
}

function useToolContext(
  { story, manuscript, userId, queue }: Props,
  { onInformation }: StoryActionContext,
  rest: Pick<StoryToolContext, 'editor' | 'isWriting' | 'onReopen'>,
): StoryToolContext {
  const conflict = useSaveFact(queue, (view) => view.conflict);
  return {
    ...{ story, manuscript, userId, queue, onInformation },
    ...rest,
    canEdit: conflict === null,
    onPdf: () => void openPdf(story, queue),
    onText: () => exportText({ title: story.title, content: queue.text.toString() }),
  };
}

/** Registers the palette commands and the keyboard shortcuts of the open story. */
function useStoryCommands(actions: StoryActionContext): void {
  useEffect(() => editorCommands.offer(storyCommands(actions)));
  useEditorShortcuts({
    onSave: () => saveStoryNow(actions.queue),
    onFind: () => actions.onTool('search'),
    onShortcuts: actions.onShortcuts,
  });
}

function StoryHeading({ story, queue }: Pick<Props, 'story' | 'queue'>) {
  const isDone = useSaveFact(queue, () => isComplete(queue.text.length));
  return (
    <header className={styles['head']}>
      <p className={styles['type']}>
        {typeTitle(story)}
        <span className={styles['badge']} data-complete={isDone}>
          {statusText(isDone)}
        </span>
      </p>
      <h1 className={styles['title']}>{story.title}</h1>
    </header>
  );
}

/**
 * True when the text contains the first paragraph of an attempt. A text that was generated into the empty story
 * is then not offered again, even after the author has edited the rest of it.
 */
const containsAttempt = (text: string, attempts: KeptResult['attempts']): boolean =>
  attempts.some((attempt) => text.includes(attempt.text.trim().split('\n')[0] ?? ''));

/** Refetches the story list after each save, because the list shows the server's word count. */
function useRefreshStoryList(queue: SaveQueue): void {
  const client = useQueryClient();
  const savedAt = useSaveFact(queue, (view) => view.savedAt);
  useEffect(() => {
    if (savedAt !== null) void invalidateStoryList(client);
  }, [savedAt, client]);
}
