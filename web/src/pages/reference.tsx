import { useEffect, useState } from 'react';
import { SNIPPETS } from '../console/snippets.ts';
import { useLanguage } from '../i18n/language.tsx';
import { CodeBlock } from '../parts/code-block.tsx';
import { moveTo, useHash } from '../parts/router.tsx';
import { origin } from '../parts/settings.ts';
import { SideMenu } from '../parts/side-menu.tsx';
import { exampleRequest } from '../reference/example-request.ts';
import { type Entry, exampleOf, groupsOf, type OpenApi, type Schema } from '../reference/openapi.ts';

/** The reference, made from the service's own OpenAPI document. */
export function ReferencePage() {
  const { words } = useLanguage();
  const [api, setApi] = useState<OpenApi | 'failed' | null>(null);
  const hash = useHash();
  useEffect(() => {
    fetch('/api/v1/openapi.json')
      .then((response) => response.json() as Promise<OpenApi>)
      .then(setApi, () => setApi('failed'));
  }, []);
  // The browser looked for the operation before it was rendered: show it as soon as it exists.
  useEffect(() => {
    const target = api === null ? null : document.getElementById(hash);
    if (target !== null) moveTo(target);
  }, [api, hash]);
  if (api === null) return <p className="hint">{words.loading}</p>;
  if (api === 'failed') return <p className="problem">{words.loadFailed}</p>;
  const groups = groupsOf(api);
  const operations = groups.flatMap(({ tags }) => tags.flatMap(({ entries }) => entries));
  const current = operations.find(({ operation }) => operation.operationId === hash);
  return (
    <div className="reference">
      <SideMenu key={hash} label={words.operations} current={current?.operation.summary ?? ''} dir="ltr">
        {groups.map((group) => (
          <section key={group.name}>
            <h2>{group.name}</h2>
            {group.tags.map((tag) => (
              <section key={tag.name}>
                <h3>{tag.name}</h3>
                {tag.entries.map(({ operation }) => (
                  <a
                    key={operation.operationId}
                    href={`#${operation.operationId}`}
                    aria-current={operation.operationId === hash ? 'true' : undefined}
                  >
                    {operation.summary}
                  </a>
                ))}
              </section>
            ))}
          </section>
        ))}
      </SideMenu>
      <div className="reference-body">
        <h1>{words.referenceTitle}</h1>
        <p className="hint">
          {words.referenceIntro} <a href="/v1/openapi.json">{words.download}</a>
        </p>
        {operations.map((one) => (
          <OperationEntry key={one.operation.operationId} {...one} />
        ))}
      </div>
    </div>
  );
}

function OperationEntry(entry: Entry) {
  const { path, method, operation } = entry;
  const { words } = useLanguage();
  const body = operation.requestBody?.content['application/json'].schema;
  const success = operation.responses['200']?.content?.['application/json'];
  const example = success === undefined ? undefined : exampleOf(success);
  const request = exampleRequest(entry, { clientId: '…', apiKey: '…' });
  return (
    <section id={operation.operationId} className="operation" tabIndex={-1} lang="en" dir="ltr">
      <h2>{operation.summary}</h2>
      <p className="route">
        <span className={`method ${method.toLowerCase()}`}>{method}</span> <code>{path}</code>
      </p>
      <p>
        <Marked text={operation.description ?? ''} />
      </p>
      {(operation.parameters?.length ?? 0) > 0 && (
        <>
          <h3>{words.parameters}</h3>
          <dl className="schema">
            {operation.parameters!.map(({ name, in: place, required, description, schema }) => (
              <Property
                key={`${place} ${name}`}
                name={name}
                schema={{ ...schema, description: description ?? schema.description ?? '' }}
                required={required ?? false}
                place={place}
              />
            ))}
          </dl>
        </>
      )}
      {body?.properties !== undefined && Object.keys(body.properties).length > 0 && (
        <>
          <h3>{words.body}</h3>
          <Properties schema={body} />
        </>
      )}
      <h3>{words.example}</h3>
      <CodeBlock label={`curl: ${operation.summary}`} code={SNIPPETS.curl(origin, request)} />
      {success !== undefined && (
        <details>
          <summary>{words.answers}: 200</summary>
          <Properties schema={success.schema} />
        </details>
      )}
      {example !== undefined && (
        <details>
          <summary>
            {words.answers}: {words.example}
          </summary>
          <CodeBlock
            label={`${words.example}: ${operation.summary}`}
            code={JSON.stringify(example, null, 2)}
          />
        </details>
      )}
    </section>
  );
}

/** Descriptions have names between backticks, as in Markdown. */
function Marked({ text }: { text: string }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a fixed text never move.
  return text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));
}

function Properties({ schema }: { schema: Schema }) {
  return (
    <dl className="schema">
      {Object.entries(schema.properties ?? {}).map(([name, property]) => (
        <Property
          key={name}
          name={name}
          schema={property}
          required={schema.required?.includes(name) ?? false}
        />
      ))}
    </dl>
  );
}

function Property({
  name,
  schema,
  required,
  place,
}: {
  name: string;
  schema: Schema;
  required: boolean;
  place?: string;
}) {
  const { words } = useLanguage();
  const inside =
    schema.properties !== undefined ? schema : schema.items?.properties !== undefined ? schema.items : null;
  return (
    <div>
      <dt>
        <code>{name}</code> <small>{typeOf(schema)}</small> {place !== undefined && <small>{place}</small>}{' '}
        {required && <small className="required">{words.required}</small>}
      </dt>
      <dd>
        <Marked text={schema.description ?? ''} /> {boundsOf(schema)}
        {inside !== null && <Properties schema={inside} />}
      </dd>
    </div>
  );
}

function typeOf(schema: Schema): string {
  const type = [schema.type ?? 'any'].flat().join(' | ');
  if (type === 'array') return `${typeOf(schema.items ?? {})}[]`;
  return schema.format === undefined ? type : `${type} (${schema.format})`;
}

function boundsOf(schema: Schema): string {
  const bounds: string[] = [];
  if (schema.enum !== undefined) bounds.push(schema.enum.join(' | '));
  if (schema.minimum !== undefined || schema.maximum !== undefined)
    bounds.push(`${schema.minimum ?? '…'} – ${schema.maximum ?? '…'}`);
  if (schema.maxLength !== undefined)
    bounds.push(`${schema.minLength ?? 0} – ${schema.maxLength} characters`);
  return bounds.join(' · ');
}
