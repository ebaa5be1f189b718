import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { ErrorState } from '@inkbear/ui-kit/error-state.tsx';
import { useEverythingSaved } from './use-everything-saved.ts';

/**
 * Says that a page failed to load. When retries have not helped (`isLasting`), it offers to reload the whole page, but
 * only once everything is saved.
 */
export function LoadFailureNotice({ isLasting, onRetry }: { isLasting: boolean; onRetry: () => void }) {
  const mayReload = useEverythingSaved(isLasting);
  const text = isLasting
    ? 'Inkbear may have been updated since you opened it. Reload to get the new version.'
    : 'Part of Inkbear did not respond. The other pages still work.';
  return (
    <ErrorState
      title="This page could not be loaded"
      text={text}
      kept={
        isLasting && !mayReload
          ? 'Your latest changes are being saved; after that you can reload'
          : 'Your saved words are safe'
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
