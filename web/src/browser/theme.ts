import { recall, remember } from './storage.ts';

export type Theme = 'light' | 'dark';

export function currentTheme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

export function applyStoredTheme(): void {
  const stored = recall('theme');
  if (stored === 'light' || stored === 'dark') document.documentElement.dataset.theme = stored;
}

export function chooseTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  remember('theme', theme);
}
