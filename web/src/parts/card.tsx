import type { ReactNode } from 'react';
import { Link } from './router.tsx';

interface CardProps {
  title: string;
  /** If there is an address, the whole card is a link. */
  href?: string;
  icon?: ReactNode;
  /** The level of the title: one below the heading that the cards belong to. */
  level?: 2 | 3;
  children?: ReactNode;
}

/** A card for one of several things of the same kind. Put the cards into a list with the class `cards`. */
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
