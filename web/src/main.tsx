import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { LanguageProvider } from './i18n/language.tsx';
import './fonts.css';
import './styles.css';
import { applyStoredTheme } from './theme.ts';

applyStoredTheme();
createRoot(document.getElementById('root')!).render(
  <LanguageProvider>
    <App />
  </LanguageProvider>,
);
