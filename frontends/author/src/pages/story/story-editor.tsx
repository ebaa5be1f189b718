import { type Story } from '@inkbear/contracts/stories/story';
import type { Manuscript } from '../../saving/manuscript.ts';
import type { SaveQueue } from '../../saving/save-queue.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { SavedResult } from '../../features/proposals/saved-results.ts';
import { AiBar } from '../../features/stories/components/ai-bar.tsx';
import { StartNote } from '../../features/stories/components/start-note.tsx';
import { invalidateStoryList } from '../../features/stories/stories.api.ts';
import { isComplete, statusText, typeTitle } from '../../features/stories/story-facts.ts';
import { useSaveStateValue } from '../../features/writing/hooks/use-save-state-value.ts';
import type { ProseEditor } from '../../features/writing/prose-editor.ts';
import { ManuscriptEditor } from '../../manuscript/manuscript-editor.tsx';
import type { FocusMode } from '../../manuscript/use-focus-mode.ts';
import { useManuscriptEditor } from '../../manuscript/use-manuscript-editor.ts';
import { type OpenStory, OpenStoryProvider } from './open-story.ts';
import { saveStoryNow, storyCommands } from './story-actions.ts';
import { StoryBottomBar } from './story-bottom-bar.tsx';
import { StoryDialogs } from './story-dialogs.tsx';
import styles from './story-editor.module.css';
import { storyToolMemory, storyTools } from './story-tool-list.ts';
import { StoryTopBar } from './story-top-bar.tsx';
import { useStoryProposal } from './use-story-proposal.ts';
import { useStoryAiActions } from './use-story-ai-actions.ts';

interface Props {
  story: Story;
  userId: string;
  manuscript: Manuscript;
  queue: SaveQueue;
  focusMode: FocusMode;
}

/** BCP 47: stories have no language of their own. */
const storyLanguage = 'EN';

/** The editor of the open story. */
export function StoryEditor({ story, userId, manuscript, queue, focusMode }: Props) {
  const [isInformationOpen, setInformationOpen] = useState(false);
  const proposalControl = useStoryProposal(story, manuscript, queue, userId);
  const openManuscript = useManuscriptEditor({
    ...{ manuscript, userId, queue, proposalControl, focusMode },
    title: story.title,
    language: storyLanguage,
    canEdit: true,
    saveNow: () => saveStoryNow(queue),
    toolMemory: storyToolMemory,
  });
  const aiActions = useStoryAiActions({
    story,
    queue,
    editor: openManuscript.plainEditor,
    onAsk: openManuscript.askAi,
  });
  const openStory: OpenStory = {
    story,
    onInformation: () => {
      openManuscript.layout.setDialog(null);
      setInformationOpen(true);
    },
  };
  const isBlank = useSaveStateValue(queue, ({ words }) => words === 0);
  useRefreshStoryList(queue);
  useFocusAfterProposal(proposalControl.proposal !== null, openManuscript.plainEditor);
  return (
    <OpenStoryProvider value={openStory}>
      <ManuscriptEditor
        openManuscript={openManuscript}
        tools={storyTools}
        listCommands={() => storyCommands(openManuscript, openStory, aiActions.act)}
        topBar={<StoryTopBar />}
        bottomBar={<StoryBottomBar />}
        toolbar={
          !focusMode.isFocusMode && (
            <AiBar storyId={story.id} isBlank={isBlank} isBusy={openManuscript.isAiRunning} onAct={aiActions.act} />
          )
        }
        scope={{ storyId: story.id }}
        isInText={({ kind, variants }) => kind === 'story-generate' && containsVariant(queue.text.toString(), variants)}
        heading={
          <>
            <StoryHeading story={story} queue={queue} />
            {isBlank && proposalControl.proposal === null && openManuscript.canEdit && <StartNote story={story} />}
          </>
        }
      />
      <StoryDialogs
        story={story}
        aiActions={aiActions}
        isInformationOpen={isInformationOpen}
        onCloseInformation={() => setInformationOpen(false)}
      />
    </OpenStoryProvider>
  );
}

function StoryHeading({ story, queue }: Pick<Props, 'story' | 'queue'>) {
  const isDone = useSaveStateValue(queue, () => isComplete(queue.text.length));
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
 * True when the text contains the first paragraph of a variant. A text that was generated into the empty story
 * is then not offered again, even after the author has edited the rest of it.
 */
const containsVariant = (text: string, variants: SavedResult['variants']): boolean =>
  variants.some((variant) => text.includes(variant.text.trim().split('\n')[0] ?? ''));

/**
 * Focuses the text when the card of a proposal disappears with the focus: that of an empty story, whose generated text
 * is inserted directly.
 */
function useFocusAfterProposal(hasProposal: boolean, editor: ProseEditor | null): void {
  const hadProposal = useRef(hasProposal);
  useEffect(() => {
    if (hadProposal.current && !hasProposal && document.activeElement === document.body) editor?.focus();
    hadProposal.current = hasProposal;
  }, [hasProposal, editor]);
}

/** Refetches the story list after each save, because the list shows the server's word count. */
function useRefreshStoryList(queue: SaveQueue): void {
  const client = useQueryClient();
  const savedAt = useSaveStateValue(queue, (view) => view.savedAt);
  useEffect(() => {
    if (savedAt !== null) void invalidateStoryList(client);
  }, [savedAt, client]);
}
