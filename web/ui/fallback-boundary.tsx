import { Component, type ReactNode } from 'react';

interface FallbackBoundaryProps {
  readonly children: ReactNode;
  /** Shown instead of a part that failed. */
  readonly fallback: ReactNode;
  readonly onError?: () => void;
}

/**
 * A part that cannot be drawn takes nothing else with it. Most often its file did not come: the line
 * broke, or the server was brought to a newer version while the page was open. The browser remembers that,
 * so only a fresh page helps.
 */
export class FallbackBoundary extends Component<FallbackBoundaryProps, { readonly failed: boolean }> {
  override readonly state = { failed: false };

  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(): void {
    this.props.onError?.();
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
