import {
  AppWindow,
  CalendarDays,
  ChartColumn,
  Contact,
  FileUp,
  Filter,
  LayoutDashboard,
  type LucideIcon,
  Megaphone,
  Settings,
  Shapes,
  Smartphone,
  Tags,
} from 'lucide-react';
import { Link, useLocation } from 'wouter';
import type { MessageKey } from '../i18n/catalogue/index.js';
import { useTranslation } from '../i18n/i18n.js';

export interface Place {
  readonly href: string;
  readonly name: MessageKey;
  readonly icon: LucideIcon;
}

/** The navigation, by section. */
export const SECTIONS: readonly { readonly name: MessageKey; readonly places: readonly Place[] }[] = [
  {
    name: 'nav.section.messages',
    places: [
      { href: '/', name: 'nav.overview', icon: LayoutDashboard },
      { href: '/campaigns', name: 'nav.campaigns', icon: Megaphone },
      { href: '/calendar', name: 'nav.calendar', icon: CalendarDays },
      { href: '/reports', name: 'nav.reports', icon: ChartColumn },
    ],
  },
  {
    name: 'nav.section.audience',
    places: [
      { href: '/users', name: 'nav.users', icon: Contact },
      { href: '/devices', name: 'nav.devices', icon: Smartphone },
      { href: '/segments', name: 'nav.segments', icon: Filter },
      { href: '/tags', name: 'nav.tags', icon: Tags },
      { href: '/import', name: 'nav.import', icon: FileUp },
    ],
  },
  {
    name: 'nav.section.setup',
    places: [
      { href: '/apps', name: 'nav.apps', icon: AppWindow },
      { href: '/categories', name: 'nav.categories', icon: Shapes },
      { href: '/settings', name: 'nav.settings', icon: Settings },
    ],
  },
];

const ALL = SECTIONS.flatMap(({ places }) => places);
/** The links in the tab bar of small screens, next to "More". */
export const TAB_BAR = ALL.filter(({ href }) => ['/', '/campaigns', '/calendar', '/apps'].includes(href));

export const isAt = (location: string, href: string): boolean =>
  href === '/' ? location === '/' : location === href || location.startsWith(`${href}/`);

export const NavigationLinks = ({ onFollow }: { readonly onFollow?: () => void }) => {
  const { t } = useTranslation();
  const [location] = useLocation();
  return SECTIONS.map(({ name, places }) => (
    <div key={name} className="nav-section">
      <p className="nav-section-name" id={`section-${name}`}>
        {t(name)}
      </p>
      <ul aria-labelledby={`section-${name}`}>
        {places.map((place) => (
          <li key={place.href}>
            <Link
              href={place.href}
              className="nav-link"
              aria-current={isAt(location, place.href) ? 'page' : undefined}
              onClick={onFollow}
            >
              <place.icon size={17} aria-hidden />
              {t(place.name)}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  ));
};
