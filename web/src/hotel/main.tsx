import { createRoot } from 'react-dom/client';
import { applyStoredTheme } from '../browser/theme.ts';
import '../fonts.css';
import '../styles/base.css';
import { HotelApp } from './app.tsx';

applyStoredTheme();
createRoot(document.getElementById('root')!).render(<HotelApp />);
