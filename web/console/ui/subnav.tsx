import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';

/** The parts of a page, each with an address of its own, as a row of tabs. */
export const SubNav = ({
  label,
  places,
}: {
  readonly label: string;
  readonly places: readonly { readonly href: string; readonly name: ReactNode }[];
}) => {
  const [location] = useLocation();
  return (
    <nav aria-label={label}>
      <ul className="tab-list">
        {places.map(({ href, name }) => (
          <li key={href} className="subnav-item">
            <Link
              href={href}
              className="tab"
              data-selected={location === href || undefined}
              aria-current={location === href ? 'page' : undefined}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
};
