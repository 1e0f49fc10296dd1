import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useLocation } from 'wouter';

/** Tabs that are links to separate pages. */
export const SubNav = ({
  label,
  places,
}: {
  readonly label: string;
  readonly places: readonly { readonly href: string; readonly name: ReactNode }[];
}) => {
  const [location] = useLocation();
  const current = useRef<HTMLLIElement>(null);
  // Scrolls to the current tab on narrow screens.
  useEffect(() => {
    void current.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [location]);
  return (
    <nav aria-label={label}>
      <ul className="tab-list">
        {places.map(({ href, name }) => (
          <li key={href} ref={location === href ? current : undefined} className="subnav-item">
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
