import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import styles from '@inkbear/ui-kit/dialog.module.css';
import { bumpRetryParam, isCodeLoadFailure } from '@inkbear/web-kit/code-loading.ts';
import { Component, type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react';

interface Props {
  /** Loading starts when this is true for the first time. Later the part stays mounted, so that it can close itself. */
  isOpen: boolean;
  /** Shown while the code of `children` loads. */
  waiting?: ReactNode;
  /** Shown while `children` is not in use, or could not be loaded. */
  placeholder?: ReactNode;
  /** Called when the user closes the error; must make `isOpen` false. */
  onDismissError: () => void;
  children: ReactNode;
}

/**
 * Renders a part whose code loads on first use. If it cannot be loaded, the page stays as it is, and a dialog offers to
 * try again. Any other error goes to the page's error boundary.
 */
export function LazyBoundary({ isOpen, waiting, placeholder, onDismissError, children }: Props) {
  const [isUsed, setUsed] = useState(isOpen);
  if (isOpen && !isUsed) setUsed(true);
  if (!isUsed) return placeholder;
  const dismissError = () => {
    setUsed(false);
    onDismissError();
  };
  return (
    <CodeErrorBoundary waiting={isOpen && waiting} placeholder={placeholder} onDismissError={dismissError}>
      {children}
    </CodeErrorBoundary>
  );
}

type BoundaryProps = Omit<Props, 'isOpen'>;

class CodeErrorBoundary extends Component<BoundaryProps, { failure: { readonly error: unknown } | null }> {
  override state: { failure: { readonly error: unknown } | null } = { failure: null };

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } };
  }

  override componentDidCatch(): void {
    bumpRetryParam();
  }

  override render(): ReactNode {
    const { waiting, placeholder, onDismissError, children } = this.props;
    const { failure } = this.state;
    if (failure === null) return <Suspense fallback={waiting}>{children}</Suspense>;
    if (!isCodeLoadFailure(failure.error)) throw failure.error;
    return (
      <>
        {placeholder}
        <LoadFailureDialog onRetry={() => this.setState({ failure: null })} onClose={onDismissError} />
      </>
    );
  }
}

/** Without antd, which may be what failed to load. */
function LoadFailureDialog({ onRetry, onClose }: { onRetry: () => void; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className={styles['question']} aria-labelledby={titleId} onClose={onClose}>
      <h2 id={titleId} className={styles['title']}>
        This could not be opened
      </h2>
      <p>
        Part of Inkbear did not load. Your text is not affected. If it fails again, reload the page once everything is
        saved.
      </p>
      <div className={styles['answers']}>
        <PlainButton variant="quiet" onClick={onClose}>
          Close
        </PlainButton>
        <PlainButton variant="primary" onClick={onRetry}>
          Retry
        </PlainButton>
      </div>
    </dialog>
  );
}
