import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { ErrorState } from '@inkbear/ui-kit/error-state.tsx';

/** Shown when the shell itself throws. Tests replace `reload`. */
export function AppError({ reload = () => window.location.reload() }: { reload?: () => void }) {
  return (
    <ErrorState
      title="Something went wrong"
      text="Please refresh the page to try again."
      action={
        <PlainButton variant="primary" onClick={reload}>
          Refresh Page
        </PlainButton>
      }
    />
  );
}
