import { useEffect, useRef } from 'react';
import { useWords } from '../i18n/language.tsx';
import { Link } from '../parts/router.tsx';
import { SideMenu } from '../parts/side-menu.tsx';
import { GUIDES } from './guide-order.ts';
import { useGuideTitles } from './load-guide.ts';
import { useDocsWords } from './words.ts';

/** The menu of the guides and the other documents. `current` is the address of the current page. */
export function DocsMenu({ current }: { current: string }) {
  const words = useWords();
  const docs = useDocsWords();
  const titles = useGuideTitles();
  const guides = (slugs: readonly string[]) =>
    slugs.map((slug): [string, string] => [`/guides/${slug}`, titles[slug] ?? slug]);
  const groups: [string, [string, string][]][] = [
    [docs.forPartners, guides(GUIDES.partners)],
    [docs.forHotels, guides(GUIDES.hotels)],
    [
      docs.lookUp,
      [
        ['/errors', words.errors],
        ['/test-scenarios', words.testScenarios],
        ['/go-live', words.goLive],
        ['/glossary', words.glossary],
        ['/changelog', words.changelog],
      ],
    ],
  ];
  const name = groups.flatMap(([, links]) => links).find(([href]) => href === current)?.[1] ?? '';
  const menu = useCurrentInView(current);
  return (
    <SideMenu key={current} label={docs.documentation} current={name}>
      {groups.map(([title, links], at) => (
        <section key={title} ref={at === 0 ? menu : undefined}>
          <h2>{title}</h2>
          {links.map(([href, text]) => (
            <Link key={href} href={href} aria-current={href === current ? 'page' : undefined}>
              {text}
            </Link>
          ))}
        </section>
      ))}
    </SideMenu>
  );
}

/** Scrolls a long menu so that the current page is visible in it. */
function useCurrentInView(current: string) {
  const first = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the current page changes.
  useEffect(() => {
    const side = first.current?.closest<HTMLElement>('.side');
    const link = side?.querySelector<HTMLElement>('[aria-current=page]');
    if (side == null || link == null) return;
    const [frame, place] = [side.getBoundingClientRect(), link.getBoundingClientRect()];
    if (place.bottom > frame.bottom) side.scrollTop += place.bottom - frame.bottom + place.height;
  }, [current]);
  return first;
}
