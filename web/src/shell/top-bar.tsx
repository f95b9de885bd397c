import { useEffect, useId, useState } from 'react';
import { LANGUAGES, useLanguage } from '../i18n/language.tsx';
import { Choices } from '../parts/choices.tsx';
import { CloseIcon, MenuIcon } from '../parts/icons.tsx';
import { Mark } from '../parts/mark.tsx';
import { Link } from '../parts/router.tsx';
import { isSandbox } from '../parts/settings.ts';
import { SearchButton } from '../search/search-button.tsx';

export function TopBar({ path }: { path: string }) {
  const { words, language, choose } = useLanguage();
  // On a phone, the menu closes when the page changes.
  const [openAt, setOpenAt] = useState<string | null>(null);
  const isOpen = openAt === path;
  const id = useId();
  const pages: [string, string][] = [
    ...(isSandbox ? ([['/console', words.console]] as [string, string][]) : []),
    ['/reference', words.referenceShort],
    ['/guides', words.guides],
    ['/errors', words.errorsShort],
    ['/status', words.statusPage],
  ];
  useEffect(() => {
    if (!isOpen) return;
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setOpenAt(null);
    };
    addEventListener('keydown', closeOnEscape);
    return () => removeEventListener('keydown', closeOnEscape);
  }, [isOpen]);
  return (
    <header className={isOpen ? 'top open' : 'top'}>
      <Link href="/" className="brand">
        <Mark size={26} /> <span>{words.name}</span>
      </Link>
      <nav id={id} aria-label={words.menu}>
        {pages.map(([href, name]) => (
          <Link key={href} href={href} aria-current={isAt(path, href) ? 'page' : undefined}>
            {name}
          </Link>
        ))}
      </nav>
      <SearchButton />
      <Choices languages={LANGUAGES} language={language} choose={choose} words={words} />
      <button
        type="button"
        className="quiet menu-button"
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={words.openMenu}
        onClick={() => setOpenAt(isOpen ? null : path)}
      >
        {isOpen ? <CloseIcon /> : <MenuIcon />}
      </button>
    </header>
  );
}

function isAt(path: string, href: string): boolean {
  return path === href || path.startsWith(`${href}/`);
}
