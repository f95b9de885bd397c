import { createRoot } from 'react-dom/client';
import { prepareFonts } from '../browser/fonts.ts';
import { applyStoredTheme } from '../browser/theme.ts';
import '../styles/base.css';
import '../styles/parts.css';
import '../styles/hotel.css';
import '../styles/hotel-reception.css';
import { HotelApp } from './app.tsx';
import { firstLanguage, LanguageProvider } from './language.tsx';
import { registerWorkers } from './workers.ts';

applyStoredTheme();
await prepareFonts(firstLanguage());
createRoot(document.getElementById('root')!).render(
  <LanguageProvider>
    <HotelApp />
  </LanguageProvider>,
);
registerWorkers();
