import { Link } from '../parts/router.tsx';
import { GUIDE_ORDER } from './guide-order.ts';
import { useGuideTitles } from './load-guide.ts';
import { useDocsWords } from './words.ts';

/** Links to the guides before and after this one. */
export function PreviousAndNext({ slug }: { slug: string }) {
  const docs = useDocsWords();
  const titles = useGuideTitles();
  const at = GUIDE_ORDER.indexOf(slug);
  const [previous, next] = [GUIDE_ORDER[at - 1], GUIDE_ORDER[at + 1]];
  return (
    <nav className="neighbours" aria-label={`${docs.previous}, ${docs.nextPage}`}>
      {previous !== undefined && (
        <Link href={`/guides/${previous}`} className="neighbour previous">
          <small>{docs.previous}</small> <strong>{titles[previous]}</strong>
        </Link>
      )}
      {next !== undefined && (
        <Link href={`/guides/${next}`} className="neighbour next">
          <small>{docs.nextPage}</small> <strong>{titles[next]}</strong>
        </Link>
      )}
    </nav>
  );
}
