import { ButtonLink, PlainButton } from '@inkbear/ui-kit/button.tsx';
import { ErrorState } from '@inkbear/ui-kit/error-state.tsx';
import { PageSpinner } from '@inkbear/ui-kit/page-spinner.tsx';
import { ApiError } from '@inkbear/web-kit/api-error.ts';
import { useSession } from '@inkbear/web-kit/session.tsx';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { storyQuery } from '../../features/stories/stories.api.ts';
import { AntdThemeProvider } from '../../app/antd-theme-provider.tsx';
import { StoryLoader } from './story-loader.tsx';

export default function StoryPage() {
  const { id = '' } = useParams();
  const { user } = useSession();
  const story = useQuery({
    ...storyQuery(id),
    retry: (count, error) => count < 1 && !isMissing(error),
  });
  if (isMissing(story.error)) {
    return (
      <>
        <title>Story Not Found · Inkbear</title>
        <ErrorState
          title="Story Not Found"
          text="It is not among your stories: it may be in the trash, or it belongs to someone else."
          action={
            <ButtonLink look="primary" to="/personal-stories">
              Back to Stories
            </ButtonLink>
          }
        />
      </>
    );
  }
  if (story.isError && story.data === undefined)
    return (
      <ErrorState
        title="This story could not be loaded"
        text="The server did not answer. Nothing you wrote is affected."
        action={
          <PlainButton look="primary" onClick={() => void story.refetch()}>
            Try again
          </PlainButton>
        }
      />
    );
  if (!story.data || !user) return <PageSpinner label="Opening your story…" />;
  return (
    <>
      <title>{`${story.data.title} · Inkbear`}</title>
      <AntdThemeProvider>
        <StoryLoader key={id} story={story.data} userId={user.id} />
      </AntdThemeProvider>
    </>
  );
}

const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404;
