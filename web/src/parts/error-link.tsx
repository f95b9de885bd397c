import { Link } from './router.tsx';

/** An error code as a link to its page. */
export function ErrorLink({ code }: { code: string }) {
  return (
    <Link href={`/errors/${code}`} className="error-link" dir="ltr">
      <code>{code}</code>
    </Link>
  );
}
