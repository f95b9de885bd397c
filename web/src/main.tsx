import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { LanguageProvider } from './i18n/language.tsx';
import './fonts.css';
import './styles/base.css';
import './styles/landing.css';
import './styles/console.css';
import './styles/preview.css';
import './styles/reading.css';
import { applyStoredTheme } from './browser/theme.ts';

applyStoredTheme();
createRoot(document.getElementById('root')!).render(
  <LanguageProvider>
    <App />
  </LanguageProvider>,
);
