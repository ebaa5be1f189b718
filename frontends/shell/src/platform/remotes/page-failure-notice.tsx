import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { ErrorState } from '@inkbear/ui-kit/error-state.tsx';
import { useEverythingSaved } from './use-everything-saved.ts';

/** `defect`: the page was loaded, but has thrown. */
type Failure = 'loading' | 'lasting' | 'defect';

const notices: Readonly<Record<Failure, { title: string; text: string }>> = {
  loading: {
    title: 'This page could not be loaded',
    text: 'Part of Inkbear did not respond. The other pages still work.',
  },
  lasting: {
    title: 'This page could not be loaded',
    text: 'Inkbear may have been updated since you opened it. Reload to get the new version.',
  },
  defect: {
    title: 'This page could not be shown',
    text: 'Something in it went wrong. The other pages still work.',
  },
};

/**
 * Says that a page failed to load or has thrown. When retries of loading have not helped (`lasting`), it offers to reload
 * the whole page, but only once everything is saved.
 */
export function PageFailureNotice({ failure, onRetry }: { failure: Failure; onRetry: () => void }) {
  const isLasting = failure === 'lasting';
  const mayReload = useEverythingSaved(isLasting);
  const { title, text } = notices[failure];
  return (
    <ErrorState
      title={title}
      text={text}
      reassurance={
        isLasting && !mayReload
          ? 'Your latest changes are being saved; after that you can reload'
          : 'Your saved text is safe'
      }
      action={
        <>
          {mayReload && (
            <PlainButton variant="primary" onClick={() => window.location.reload()}>
              Reload
            </PlainButton>
          )}
          <PlainButton variant={mayReload ? 'plain' : 'primary'} onClick={onRetry}>
            Retry
          </PlainButton>
        </>
      }
    />
  );
}
