import { Component, type ReactNode } from 'react';
import { useShellWords } from '../language.tsx';

/** A screen that could not be loaded, for example because the line was lost, must not leave an empty page. */
export class LoadingGuard extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  override render() {
    return this.state.failed ? <LoadFailed /> : this.props.children;
  }
}

function LoadFailed() {
  const words = useShellWords();
  return (
    <div role="alert" className="empty">
      <p>{words.loadFailed}</p>
      <button type="button" className="primary large" onClick={() => location.reload()}>
        {words.tryAgain}
      </button>
    </div>
  );
}
