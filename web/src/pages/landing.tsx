import { useWords } from '../i18n/language.tsx';
import { FirstRequest } from '../landing/first-request.tsx';
import { Stage } from '../landing/stage.tsx';
import { useLandingWords } from '../landing/use-words.ts';
import { Callout } from '../parts/callout.tsx';
import { Card } from '../parts/card.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { Link } from '../parts/router.tsx';
import { isSandbox, settings } from '../parts/settings.ts';
import { useTitle } from '../parts/title.ts';
import '../styles/landing.css';

export function Landing() {
  useTitle(null);
  return (
    <div className="landing">
      <Hero />
      <Stage />
      <Audiences />
      <Promises />
      <FirstRequest />
      <HotelPage />
      <Start />
    </div>
  );
}

function Hero() {
  const site = useWords();
  const words = useLandingWords();
  return (
    <section className="hero">
      <h1>{words.title}</h1>
      <p className="lead">{words.lead}</p>
      <Actions />
      <p className="base-address">
        <code dir="ltr">{settings.baseUrl}</code>
        <CopyButton text={settings.baseUrl} what={words.copyAddress} />
      </p>
      {!isSandbox && (
        <Callout>
          <p>{site.productionNote}</p>
        </Callout>
      )}
    </section>
  );
}

function Actions() {
  const site = useWords();
  return (
    <p className="actions">
      {isSandbox && (
        <Link href="/console" className="primary">
          {site.startNow}
        </Link>
      )}
      <Link href="/guides/quick-start" className="secondary">
        {site.readQuickStart}
      </Link>
    </p>
  );
}

function Audiences() {
  const words = useLandingWords();
  return (
    <section aria-labelledby="audiences">
      <h2 id="audiences">{words.audiencesTitle}</h2>
      <ul className="cards">
        {words.audiences.map(({ title, text, href }) => (
          <li key={href}>
            <Card title={title} href={href}>
              <p>{text}</p>
            </Card>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Promises() {
  const words = useLandingWords();
  return (
    <section aria-labelledby="promises">
      <h2 id="promises">{words.promisesTitle}</h2>
      <ul className="promises">
        {words.promises.map(({ title, text, proof, href }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
            <Link href={href}>{proof}</Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function HotelPage() {
  const words = useLandingWords();
  return (
    <section className="landing-hotel" aria-labelledby="hotel-page">
      <div>
        <h2 id="hotel-page">{words.hotelTitle}</h2>
        <p className="lead">{words.hotelLead}</p>
        <p className="actions">
          {isSandbox && (
            <Link href="/console" className="primary">
              {words.hotelTry}
            </Link>
          )}
          <Link href="/guides/hotel-page" className="secondary">
            {words.hotelRead}
          </Link>
        </p>
      </div>
      <img src="/hotel-page.webp" alt={words.hotelPicture} width="300" height="420" loading="lazy" />
    </section>
  );
}

function Start() {
  const words = useLandingWords();
  return (
    <section className="landing-start" aria-labelledby="start">
      <h2 id="start">{words.ctaTitle}</h2>
      <p className="lead">{isSandbox ? words.ctaLead : words.ctaLeadProduction}</p>
      <Actions />
    </section>
  );
}
