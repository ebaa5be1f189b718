import { Component, type ReactNode } from 'react';

interface Props {
  children: ReactNode;
  onFail: (error: unknown) => void;
}

/** A remote that does not load or breaks leaves the rest of the page alive. Another `key` tries again. */
export class RemoteBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onFail(error);
  }

  override render(): ReactNode {
    return this.state.failed ? null : this.props.children;
  }
}
