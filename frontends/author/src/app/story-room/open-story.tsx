import { listStories, type Story } from '@inkbear/contracts/stories/story';
import { readKey } from '@inkbear/web-kit/read.ts';
import { documentIdOf, type Manuscript } from '@inkbear/web-kit/saving/manuscript.ts';
import type { SaveQueue } from '@inkbear/web-kit/saving/save-queue.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { MissedResult } from '../../features/proposals/components/missed-result.tsx';
import type { KeptResult } from '../../features/proposals/kept-results.ts';
import { SessionGoal } from '../../features/session-goal/session-goal.tsx';
import { AiBar } from '../../features/stories/components/ai-bar.tsx';
import { StartNote } from '../../features/stories/components/start-note.tsx';
import { exportText } from '../../features/stories/export-text.ts';
import { isComplete, statusText, typeTitle } from '../../features/stories/story-facts.ts';
import { ConflictPanel } from '../../features/writing/components/conflict-panel.tsx';
import { ProseField } from '../../features/writing/components/prose-field.tsx';
import { ProseReader } from '../../features/writing/components/prose-reader.tsx';
import { SaveNotice } from '../../features/writing/components/save-notice.tsx';
import { useOtherTabs } from '../../features/writing/hooks/use-other-tabs.ts';
import { useSaveFact } from '../../features/writing/hooks/use-save-fact.ts';
import type { ProseEditor } from '../../features/writing/prose-editor.ts';
import { TextProposal } from '../manuscript/text-proposal.tsx';
import { useProseInView } from '../manuscript/use-prose-in-view.ts';
import { roomCommands } from '../room-commands.ts';
import { ToolRail } from '../workroom/tool-rail.tsx';
import { useIsNarrow } from '../workroom/use-is-narrow.ts';
import { useRoomKeys } from '../workroom/use-room-keys.ts';
import room from '../workroom/workroom.module.css';
import { commandsOf, openPdf, saveStoryNow, type StoryView } from './story-actions.ts';
import { StoryBar } from './story-bar.tsx';
import { type Asked, StoryDialogs } from './story-dialogs.tsx';
import { type StoryDesk, storyLanguage } from './story-desk.ts';
import styles from './story-room.module.css';
import { lastStoryTool, type StoryToolId, storyTools } from './story-tool-list.ts';
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

/** The open story between its bar and its tool. */
export function OpenStory({ story, userId, manuscript, queue, isFocused, onFocusMode }: Props) {
  const isNarrow = useIsNarrow(1000);
  const [editor, setEditor] = useState<ProseEditor | null>(null);
  const [tool, setTool] = useState<StoryToolId | null>(() => (isNarrow ? null : lastStoryTool.read(userId)));
  const [isReading, setReading] = useState(false);
  const [asked, setAsked] = useState<Asked | null>(null);
  const conflict = useSaveFact(queue, (view) => view.conflict);
  const isBlank = useSaveFact(queue, ({ words }) => words === 0);
  const isDone = useSaveFact(queue, () => isComplete(queue.text.length));
  const others = useOtherTabs(documentIdOf(manuscript), queue);
  const control = useStoryProposal(story, manuscript, queue, userId);
  const { proposal } = control;
  const isWriting = proposal?.run.state === 'writing';
  const openTool = (id: StoryToolId | null) => {
    // Everything but the prose is out of the way in focus mode.
    if (id !== null) onFocusMode(false);
    if (!isNarrow) lastStoryTool.keep(userId, id);
    setTool(id);
  };
  const toProse = () => {
    setReading(false);
    if (isNarrow) setTool(null);
  };
  const { inReach, ask, reopen } = useProseInView({ manuscript, queue, control, editor, toProse });
  const tools = useStoryTools({ story, queue, editor, onAsk: ask });
  const view: StoryView = {
    story,
    queue,
    isFocused,
    isReading,
    onFocusMode,
    onReading: setReading,
    onTool: openTool,
    onAct: tools.act,
    onInformation: () => setAsked('information'),
    onGoal: () => setAsked('goal'),
    onShortcuts: () => setAsked('shortcuts'),
  };
  useEffect(() => roomCommands.offer(commandsOf(view)));
  useRoomKeys({ onSave: () => saveStoryNow(queue), onFind: () => openTool('search'), onShortcuts: view.onShortcuts });
  useFreshList(queue);
  const desk: StoryDesk = {
    story,
    manuscript,
    userId,
    queue,
    editor: inReach,
    canEdit: conflict === null,
    isWriting,
    onReopen: reopen,
    onInformation: view.onInformation,
    onPdf: () => void openPdf(story, queue),
    onText: () => exportText({ title: story.title, content: queue.text.toString() }),
  };
  const label = `${story.title}, text`;
  return (
    <>
      <div className={room['centre']}>
        <StoryBar {...view} />
        {!isFocused && <AiBar storyId={story.id} isBlank={isBlank} isBusy={isWriting} onAct={tools.act} />}
        <SessionGoal
          userId={userId}
          onTyped={editor?.onTyped ?? null}
          isAsking={asked === 'goal'}
          onAnswered={() => setAsked(null)}
        />
        <div className={room['scroll']}>
          <div className={room['prose']} data-proposal={proposal !== null}>
            <SaveNotice noun="story" queue={queue} otherTabs={others} />
            {proposal === null && conflict === null && (
              <MissedResult
                manuscript={manuscript}
                isThere={({ kind, attempts }) => kind === 'story-generate' && standsIn(queue.text.toString(), attempts)}
                onOpen={reopen}
              />
            )}
            {conflict && (
              <ConflictPanel noun="story" conflict={conflict} onChoose={(choice) => queue.resolve(choice)} />
            )}
            <header className={styles['head']}>
              <p className={styles['type']}>
                {typeTitle(story)}
                <span className={styles['badge']} data-complete={isDone}>
                  {statusText(isDone)}
                </span>
              </p>
              <h1 className={styles['title']}>{story.title}</h1>
            </header>
            {isBlank && proposal === null && conflict === null && <StartNote story={story} />}
            {isReading && <ProseReader queue={queue} label={label} editor={editor} />}
            <ProseField
              onEditor={setEditor}
              queue={queue}
              label={label}
              language={storyLanguage}
              isReadOnly={conflict !== null}
              isHidden={isReading}
            />
            {proposal && (
              <TextProposal
                manuscript={manuscript}
                scope={{ storyId: story.id }}
                language={storyLanguage}
                {...{ proposal, control, queue, editor }}
              />
            )}
          </div>
        </div>
      </div>
      {!isFocused && (
        <ToolRail
          tools={storyTools}
          open={tool}
          isNarrow={isNarrow}
          onOpen={(id) => openTool(id as StoryToolId | null)}
          desk={desk}
        />
      )}
      <StoryDialogs story={story} tools={tools} asked={asked} onClose={() => setAsked(null)} />
    </>
  );
}

/** What a generation wrote into the empty story is not offered once more, also after it was written on: its first paragraph tells. */
const standsIn = (text: string, attempts: KeptResult['attempts']): boolean =>
  attempts.some((attempt) => text.includes(attempt.text.trim().split('\n')[0] ?? ''));

/** The list of stories counts what the server has. */
function useFreshList(queue: SaveQueue): void {
  const client = useQueryClient();
  const savedAt = useSaveFact(queue, (view) => view.savedAt);
  useEffect(() => {
    if (savedAt !== null) void client.invalidateQueries({ queryKey: readKey(listStories), exact: true });
  }, [savedAt, client]);
}
