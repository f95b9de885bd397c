import { useWords } from '../i18n/language.tsx';
import { Mark } from '../parts/mark.tsx';
import { Link } from '../parts/router.tsx';
import { isSandbox } from '../parts/settings.ts';
import { useHealth } from './use-health.ts';

/** Links to all pages, and the environment and version of the service. */
export function Footer() {
  const words = useWords();
  const build: [string, string][] = [
    ...(isSandbox ? ([['/console', words.console]] as [string, string][]) : []),
    ['/test-scenarios', words.testScenarios],
    ['/go-live', words.goLive],
    ['/changelog', words.changelog],
  ];
  return (
    <footer className="foot">
      <div className="foot-map">
        <p className="foot-name">
          <span className="brand">
            <Mark size={22} /> {words.name}
          </span>
          <small>{words.tagline}</small>
        </p>
        <Column
          title={words.siteMap.read}
          links={[
            ['/guides', words.guides],
            ['/reference', words.reference],
            ['/errors', words.errors],
            ['/glossary', words.glossary],
          ]}
        />
        <Column title={words.siteMap.build} links={build} />
        <nav aria-labelledby="foot-service">
          <h2 id="foot-service">{words.siteMap.service}</h2>
          <ul>
            <li>
              <Link href="/status">{words.statusPage}</Link> <Health />
            </li>
            <li>
              <Link href="/support">{words.support}</Link>
            </li>
            <li>
              <a href="/v1/openapi.json">{words.download}</a>
            </li>
          </ul>
        </nav>
      </div>
      <p className="foot-line">
        <span>
          {words.release} <bdi>{RELEASE_LABEL}</bdi>
        </span>
        <span>{isSandbox ? words.sandbox : words.production}</span>
      </p>
    </footer>
  );
}

function Column({ title, links }: { title: string; links: [string, string][] }) {
  return (
    <nav aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {links.map(([href, name]) => (
          <li key={href}>
            <Link href={href}>{name}</Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The health of the service as a coloured dot and a word, because not everybody can see the colour. */
function Health() {
  const words = useWords();
  const health = useHealth();
  if (health === null) return <span className="health" />;
  return (
    <span className={`health ${health === 'operational' ? 'good' : 'bad'}`}>
      <span className="health-dot" aria-hidden="true" /> {words[health]}
    </span>
  );
}
