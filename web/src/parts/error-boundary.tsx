import { Component, type ReactNode } from 'react';
import { forgetFailures } from '../i18n/kept-load.ts';

interface BoundaryProps {
  /**
   * Identifies the content, for example by its address. After an error, the boundary shows the content again only when
   * this value changes.
   */
  shown?: string;
  /** Shown when the content has failed. */
  fallback: ReactNode;
  children: ReactNode;
}

interface BoundaryState {
  shown: string | undefined;
  failed: boolean;
}

/**
 * Shows `fallback` if the content could not be loaded or rendered. Without a boundary, React would show an empty page.
 */
export class ErrorBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { shown: this.props.shown, failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  static getDerivedStateFromProps({ shown }: BoundaryProps, state: BoundaryState) {
    return shown === state.shown ? null : { shown, failed: false };
  }
  override componentDidCatch() {
    forgetFailures();
  }
  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
