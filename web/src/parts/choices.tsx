import { useState } from 'react';
import { chooseTheme, currentTheme } from '../browser/theme.ts';
import { MoonIcon, SunIcon } from './icons.tsx';

interface Choices<Language extends string> {
  language: Language;
  languages: Record<Language, { name: string }>;
  choose: (language: Language) => void;
  words: { language: string; theme: string; light: string; dark: string };
}

/** Lets the reader choose a language and a theme. */
export function Choices<Language extends string>({ language, languages, choose, words }: Choices<Language>) {
  const [theme, setTheme] = useState(currentTheme);
  const other = theme === 'dark' ? 'light' : 'dark';
  return (
    <div className="choices">
      <select
        aria-label={words.language}
        value={language}
        onChange={(event) => choose(event.target.value as Language)}
      >
        {Object.entries<{ name: string }>(languages).map(([code, { name }]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
      <button
        type="button"
        className="quiet"
        aria-label={`${words.theme}: ${words[other]}`}
        onClick={() => {
          chooseTheme(other);
          setTheme(other);
        }}
      >
        {theme === 'dark' ? <SunIcon /> : <MoonIcon />}
      </button>
    </div>
  );
}
