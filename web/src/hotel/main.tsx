import { createRoot } from 'react-dom/client';
import { applyStoredTheme } from '../browser/theme.ts';
import '../styles/base.css';
import '../styles/hotel-font.css';
import '../styles/hotel.css';
import '../styles/hotel-desk.css';
import { HotelApp } from './app.tsx';
import { LanguageProvider } from './language.tsx';
import { registerWorkers } from './workers.ts';

applyStoredTheme();
createRoot(document.getElementById('root')!).render(
  <LanguageProvider>
    <HotelApp />
  </LanguageProvider>,
);
registerWorkers();
