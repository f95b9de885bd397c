import type { ReactNode } from 'react';
import { ErrorBoundary } from '../../parts/error-boundary.tsx';
import { useShellWords } from '../language.tsx';

/** Shows a message if a screen could not be loaded, for example because the connection was lost. */
export function LoadingGuard({ children }: { children: ReactNode }) {
  return <ErrorBoundary fallback={<LoadFailed />}>{children}</ErrorBoundary>;
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
