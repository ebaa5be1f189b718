import { type StoryAnswers, type StoryTemplate, storyTemplates } from '@inkbear/contracts/stories/story-templates';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { ErrorState } from '@inkbear/ui-kit/error-state.tsx';
import { PageSpinner } from '@inkbear/ui-kit/page-spinner.tsx';
import { SkeletonCards } from '@inkbear/ui-kit/skeleton.tsx';
import { messageOf } from '@inkbear/web-kit/api-error.ts';
import type { StoryItem } from '@inkbear/web-kit/list-items.ts';
import { documentIdOf } from '../../saving/manuscript.ts';
import { UnsavedError } from '../../saving/unsaved-error.ts';
import { useSession } from '@inkbear/web-kit/session.tsx';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { handleUnauthorised } from '@inkbear/web-kit/unauthorised.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useFocusAfterRemoval } from '../../kit/use-focus-after-removal.ts';
import { HowItWorks } from '../../features/story-templates/components/how-it-works.tsx';
import { TemplateGrid } from '../../features/story-templates/components/template-grid.tsx';
import { storyDraft } from '../../features/story-templates/story-draft.ts';
import { fetchStory, storiesQuery, useDeleteStory } from '../../features/stories/stories.api.ts';
import { StoryCards } from '../../features/stories/components/story-cards.tsx';
import { exportText } from '../../features/stories/export-story.ts';
import { useRestore } from '../../features/trash/trash.api.ts';
import { TrashLine } from '../../features/trash/components/trash-line.tsx';
import { saveFirst } from '../../features/writing/save-first.ts';
import { NeedsPlan } from './needs-plan.tsx';
import { NewStory } from './new-story.tsx';
import styles from './personal-stories.module.css';

export default function PersonalStoriesPage() {
  const { user } = useSession();
  return user ? <PersonalStories userId={user.id} /> : <PageSpinner />;
}

function PersonalStories({ userId }: { userId: string }) {
  const [search, setSearch] = useSearchParams();
  const [sample, setSample] = useState<StoryAnswers | null>(null);
  const template = storyTemplates.find(({ id }) => id === search.get('template'));
  const open = ({ id }: StoryTemplate, filled: StoryAnswers | null) => {
    setSample(filled);
    setSearch({ template: id });
    window.scrollTo({ top: 0 });
  };
  const create = (chosen: StoryTemplate) => {
    if (storyDraft.read(userId, chosen.id))
      showToast({ title: 'Draft Loaded', description: 'Your previous draft has been restored.' });
    open(chosen, null);
  };
  const leave = () => {
    setSearch({});
    window.scrollTo({ top: 0 });
  };
  return (
    <div className={styles['page']}>
      <title>Personal Stories · Inkbear</title>
      {template ? (
        <NewStory key={template.id} userId={userId} template={template} sample={sample} onLeave={leave} />
      ) : (
        <>
          <header className={styles['banner']}>
            <h1>Personal Stories</h1>
            <p className={styles['lead']}>
              A handful of answers becomes the first draft of something true: for a celebration, a career, a milestone
              or a family.
            </p>
          </header>
          <NeedsPlan />
          <Stories />
          <TemplateGrid onCreate={create} onSample={(chosen) => open(chosen, chosen.sample)} />
          <HowItWorks />
          <p className={styles['aside']}>
            Included with Pro plans. Same AI enhancement tools as books. Generation limits apply.
          </p>
        </>
      )}
    </div>
  );
}

/** The author's stories; nothing until there is one. */
function Stories() {
  const stories = useQuery(storiesQuery());
  const restore = useRestore();
  const remove = useDeleteStory({ saveFirst: saveStoryFirst, undo: (itemId) => restore.mutate({ itemId }) });
  const moveFocusAfter = useFocusAfterRemoval(stories.data?.map(({ id }) => id) ?? []);
  if (stories.isPending)
    return (
      <div role="status" aria-label="Loading your stories">
        <SkeletonCards count={1} height={92} />
      </div>
    );
  if (stories.data === undefined)
    return (
      <ErrorState
        level={2}
        title="Your stories could not be loaded"
        text="The server did not answer. Nothing you wrote is affected."
        action={
          <PlainButton variant="primary" onClick={() => void stories.refetch()}>
            Try again
          </PlainButton>
        }
      />
    );
  return (
    <>
      {stories.data.length > 0 && (
        <StoryCards
          stories={stories.data}
          onExport={(story) => void exportSaved(story)}
          onRemove={(story) => {
            moveFocusAfter(story.id);
            remove.mutate(story);
          }}
        />
      )}
      <p className={styles['aside']}>
        <TrashLine />
      </p>
    </>
  );
}

const saveStoryFirst = (id: string): Promise<boolean> =>
  saveFirst((unsent) => unsent.includes(documentIdOf({ kind: 'story', id })));

/** Exports the current text from the server: a story that was just closed may be longer than the cached list says. */
async function exportSaved({ id }: Pick<StoryItem, 'id'>): Promise<void> {
  try {
    if (!(await saveStoryFirst(id))) throw new UnsavedError();
    exportText(await fetchStory(id));
  } catch (error) {
    if (!handleUnauthorised(error))
      showToast({
        title: 'Not exported',
        description:
          error instanceof UnsavedError
            ? 'Its latest changes are not saved yet, so they would be missing. Open the story and try again once they are saved.'
            : messageOf(error, 'The server did not answer. Please try again.'),
        tone: 'destructive',
      });
  }
}
