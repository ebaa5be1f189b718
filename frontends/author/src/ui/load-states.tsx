import { ButtonLink, PlainButton } from '@inkbear/ui-kit/button.tsx';
import { ErrorState } from '@inkbear/ui-kit/error-state.tsx';
import { RetryNote } from '@inkbear/ui-kit/retry-note.tsx';
import { SkeletonLines } from '@inkbear/ui-kit/skeleton.tsx';
import { isSignedOut } from '@inkbear/web-kit/api-error.ts';

interface FailedProps {
  title: string;
  /** The level of the heading; 1, by default, for a whole page. */
  level?: 1 | 2;
  error: unknown;
  onRetry: () => void;
}

/** Shown instead of a book, chapter or story that could not be loaded. */
export const LoadFailed = ({ title, level = 1, error, onRetry }: FailedProps) => (
  <>
    {level === 1 && <title>{`${title} · Inkbear`}</title>}
    <ErrorState
      level={level}
      title={title}
      text={
        isSignedOut(error)
          ? 'You are logged out. Sign in, then try again.'
          : 'The server did not answer. Nothing you wrote is affected.'
      }
      action={
        <PlainButton variant="primary" onClick={onRetry}>
          Try again
        </PlainButton>
      }
    />
  </>
);

interface PanelStatusProps {
  /** For screen readers: what is being loaded. */
  text: string;
  /** A sentence when it could not be loaded. */
  failure: string | null;
  onRetry: () => void;
}

/** Shown in a tool's panel until its content is loaded. */
export const PanelStatus = ({ text, failure, onRetry }: PanelStatusProps) =>
  failure === null ? (
    <div role="status" aria-busy="true" aria-label={text}>
      <SkeletonLines count={5} />
    </div>
  ) : (
    <RetryNote text={failure} onRetry={onRetry} />
  );

interface NotFoundProps {
  title: string;
  text: string;
  back: { readonly to: string; readonly label: string };
}

/** Shown instead of a book, chapter or story that does not exist, or that belongs to another user. */
export const NotFound = ({ title, text, back }: NotFoundProps) => (
  <>
    <title>{`${title} · Inkbear`}</title>
    <ErrorState
      title={title}
      text={text}
      action={
        <ButtonLink variant="primary" to={back.to}>
          {back.label}
        </ButtonLink>
      }
    />
  </>
);

export const BookNotFound = () => (
  <NotFound
    title="Book Not Found"
    text="It is not in your library: it may have been deleted, or it belongs to someone else."
    back={{ to: '/dashboard', label: 'Back to the dashboard' }}
  />
);
