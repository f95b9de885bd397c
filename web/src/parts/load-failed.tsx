import { useWords } from '../i18n/language.tsx';

/** Shown when a page cannot be loaded or drawn. */
export function LoadFailed() {
  const words = useWords();
  return (
    <div role="alert" className="load-failed">
      <p>{words.loadFailed}</p>
      <button type="button" className="primary" onClick={() => location.reload()}>
        {words.reload}
      </button>
    </div>
  );
}
