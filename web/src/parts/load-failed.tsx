import { useWords } from '../i18n/language.tsx';

/** Shown when a page could not be loaded or rendered. */
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
