import { PageSpinner } from '@inkbear/ui-kit/page-spinner.tsx';
import { isNotFound } from '@inkbear/web-kit/api-error.ts';
import { useSession } from '@inkbear/web-kit/session.tsx';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { storyQuery } from '../../features/stories/stories.api.ts';
import { LoadFailed, NotFound } from '../../ui/load-states.tsx';
import { StoryLoader } from './story-loader.tsx';

export default function StoryPage() {
  const { id = '' } = useParams();
  const { user } = useSession();
  const story = useQuery(storyQuery(id));
  if (isNotFound(story.error))
    return (
      <NotFound
        title="Story Not Found"
        text="It is not among your stories: it may be in the trash, or it belongs to someone else."
        back={{ to: '/personal-stories', label: 'Back to Stories' }}
      />
    );
  if (story.isError && story.data === undefined)
    return (
      <LoadFailed title="This story could not be loaded" error={story.error} onRetry={() => void story.refetch()} />
    );
  if (!story.data || !user) return <PageSpinner label="Opening your story…" />;
  return (
    <>
      <title>{`${story.data.title} · Inkbear`}</title>
      <StoryLoader key={id} story={story.data} userId={user.id} />
    </>
  );
}
