import { Checklist } from '../docs/checklist.tsx';
import { DocsPage } from '../docs/docs-page.tsx';
import { useHashTarget } from '../docs/document-view.tsx';
import { Html } from '../docs/html.tsx';
import { useGoLive } from '../docs/load-pages.ts';
import { useTitle } from '../parts/title.ts';
import '../styles/docs.css';
import '../styles/pages.css';

export function GoLivePage() {
  const page = useGoLive();
  useTitle(page.title);
  useHashTarget();
  const headings = page.groups.map(({ id, title }) => ({ id, text: title }));
  return (
    <DocsPage current="/go-live" headings={headings}>
      <h1>{page.title}</h1>
      <Html as="p" html={page.intro} />
      <Checklist list={page} />
    </DocsPage>
  );
}
