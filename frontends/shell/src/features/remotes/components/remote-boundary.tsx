import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { ErrorState } from '@inkbear/ui-kit/error-state.tsx';
import { Component, type ReactNode } from 'react';

interface Props {
  children: ReactNode;
  onRetry: () => void;
  /** Another page is another chance. */
  resetKey: string;
}

/** A remote that does not load or breaks leaves the rest of the page alive, and can be tried again. */
export class RemoteBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidUpdate(before: Props): void {
    if (this.state.failed && before.resetKey !== this.props.resetKey) this.#retry();
  }

  readonly #retry = () => {
    this.props.onRetry();
    this.setState({ failed: false });
  };

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <ErrorState
        title="This page could not be loaded" text="The part of Inkbear that shows it did not answer. The other pages keep working."
        kept="Your saved words are safe" action={<PlainButton look="primary" onClick={this.#retry}>Retry</PlainButton>}
      />
    );
  }
}
