import { useEffect } from 'react';
import { CodeBlock } from '../parts/code-block.tsx';
import { moveTo } from '../parts/router.tsx';
import { settings } from '../parts/settings.ts';
import { useTitle } from '../parts/title.ts';
import { AnchorLink } from './anchor-link.tsx';
import { Marked } from './text.tsx';
import { TopicExample } from './topic-example.tsx';
import { useReferenceWords } from './words.ts';

/** Explains what is the same for all operations. */
export function Overview({ hash }: { hash: string }) {
  const words = useReferenceWords();
  useTitle(words.menu);
  useEffect(() => {
    const target = document.getElementById(hash);
    if (target !== null) moveTo(target);
  }, [hash]);
  return (
    <article className="ref-entry overview">
      <header className="entry-head">
        <h1>{words.menu}</h1>
        <p className="lead">{words.intro}</p>
        <p>
          <a href="/v1/openapi.json">{words.openApi}</a>
        </p>
      </header>
      {Object.entries(words.topics).map(([id, { title, text }]) => (
        <section key={id} id={id} tabIndex={-1} className="ref-topic" aria-labelledby={`title.${id}`}>
          <div className="topic-text">
            <h2 id={`title.${id}`}>
              {title} <AnchorLink anchor={id} name={title} />
            </h2>
            {text.map((paragraph) => (
              <p key={paragraph}>
                <Marked text={paragraph.replace('{base}', settings.baseUrl)} />
              </p>
            ))}
          </div>
          {id === 'base-address' ? (
            <CodeBlock label={title} code={settings.baseUrl} copy />
          ) : (
            <TopicExample topic={id} label={title} />
          )}
        </section>
      ))}
    </article>
  );
}
