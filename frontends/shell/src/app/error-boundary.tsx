import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { ErrorState } from '@inkbear/ui-kit/error-state.tsx';
import { Component, type ReactNode } from 'react';

interface Props {
  children: ReactNode;
  /** Replaced by tests. */
  reload?: () => void;
}

/** The last net under everything. */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    const reload = this.props.reload ?? (() => window.location.reload());
    return (
      <ErrorState
        title="Something went wrong"
        text="Please refresh the page to try again."
        action={
          <PlainButton look="primary" onClick={reload}>
            Refresh Page
          </PlainButton>
        }
      />
    );
  }
}
