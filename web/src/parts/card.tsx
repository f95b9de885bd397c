import type { ReactNode } from 'react';
import { Link } from './router.tsx';

interface CardProps {
  title: string;
  /** If there is an address, the whole card is a link. */
  href?: string;
  icon?: ReactNode;
  /** The heading level of the title. It is one level below the heading above the cards. */
  level?: 2 | 3;
  children?: ReactNode;
}

/** Shows one item of a list as a card. Put the cards into a list with the class `cards`. */
export function Card({ title, href, icon, level = 3, children }: CardProps) {
  const Title = `h${level}` as const;
  return (
    <article className="card">
      {icon !== undefined && (
        <span className="card-icon" aria-hidden="true">
          {icon}
        </span>
      )}
      <Title>
        {href === undefined ? (
          title
        ) : (
          <Link href={href} className="card-link">
            {title}
          </Link>
        )}
      </Title>
      {children}
    </article>
  );
}
