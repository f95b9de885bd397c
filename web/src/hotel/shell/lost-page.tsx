import { Link } from '../../parts/router.tsx';
import { useShellWords } from '../language.tsx';

export function LostPage() {
  const words = useShellWords();
  return (
    <div className="empty">
      <h1>{words.notFound}</h1>
      <Link href="/hotel" className="primary large">
        {words.toReception}
      </Link>
    </div>
  );
}
