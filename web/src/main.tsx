import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { LanguageProvider, speakFirst } from './i18n/language.tsx';
import './styles/base.css';
import './styles/parts.css';
import './styles/shell.css';
import './styles/code.css';
import './styles/reading.css';
import { applyStoredTheme } from './browser/theme.ts';
import { ErrorBoundary } from './parts/error-boundary.tsx';
import { LoadFailed } from './parts/load-failed.tsx';

applyStoredTheme();
const first = await speakFirst();
createRoot(document.getElementById('root')!).render(
  <LanguageProvider first={first}>
    {/* Catches errors of the bar and the footer. The boundary around a page catches the errors of the page. */}
    <ErrorBoundary fallback={<LoadFailed />}>
      <App />
    </ErrorBoundary>
  </LanguageProvider>,
);
