import { type ComponentType, lazy, Suspense, useState } from 'react';
import { Provider } from 'urql';
import { Route, Router, Switch, useLocation } from 'wouter';
import { client } from './graph/client.js';
import { loadLaterTranslations, TranslationProvider, useTranslation } from './i18n/i18n.js';
import { AuthPage } from './session/auth-page.js';
import { loadSession, type Session, useSession } from './session/session.js';
import { ErrorBoundary } from './shell/error-boundary.js';
import { aroundNav } from './shell/leaving.js';
import { Shell } from './shell/shell.js';
import { Button, LinkButton } from './ui/button.js';
import { EmptyState, PageHeader, Skeleton } from './ui/page.js';

const BASE = '/console';

interface PageModule {
  readonly default: ComponentType;
  /** Requests the first data of the page while the page itself is being loaded. */
  readonly prefetch?: () => Promise<unknown>;
}

type Load = () => Promise<PageModule>;

/** Shows a loaded page at once. Behind a Suspense fallback, React would keep it back for up to 300 ms. */
const toPage = (pattern: string, load: Load) => {
  let loaded: ComponentType | null = null;
  const loadOnce = async (): ReturnType<Load> => {
    const module = await load();
    loaded = module.default;
    return module;
  };
  const Lazy = lazy(loadOnce);
  const Page = () => {
    const [Shown] = useState<ComponentType>(() => loaded ?? Lazy);
    return <Shown />;
  };
  // A page that fails to load is requested again when it is shown, and reports the error then.
  return { pattern, Page, preload: (): Promise<PageModule | undefined> => loadOnce().catch(() => undefined) };
};

const isAt = (pattern: string, path: string): boolean => {
  const [wanted, given] = [pattern, path].map((one) => one.replace(/\/$/, '').split('/')) as [string[], string[]];
  return wanted.length === given.length && wanted.every((part, at) => part.startsWith(':') || part === given[at]);
};

/** A page of the shell other than the overview. */
const toLaterPage = (pattern: string, load: Load) =>
  toPage(pattern, async () => {
    const [module] = await Promise.all([load(), loadLaterTranslations()]);
    return module;
  });

const JOIN = toPage('/join', () => import('./session/join-page.js'));
/** Shown at every address while nobody is signed in. */
const SIGN_IN = toPage('', () => import('./session/sign-in-page.js'));

/** Every page below the shell, each in its own chunk. The first matching pattern wins. */
const PAGES = [
  toPage('/', () => import('./pages/overview/overview-page.js')),
  toLaterPage('/apps', () => import('./pages/apps/apps-page.js')),
  toLaterPage('/apps/new', () => import('./pages/apps/new-app-page.js')),
  toLaterPage('/apps/:id', () => import('./pages/apps/app-page.js')),
  toLaterPage('/runs/:id', () => import('./pages/runs/run-page.js')),
  toLaterPage('/send', () => import('./pages/send/send-page.js')),
  toLaterPage('/devices', () => import('./pages/devices/devices-page.js')),
  toLaterPage('/devices/:id', () => import('./pages/devices/device-page.js')),
  toLaterPage('/users', () => import('./pages/users/users-page.js')),
  toLaterPage('/users/:id', () => import('./pages/users/user-page.js')),
  toLaterPage('/segments', () => import('./pages/segments/segments-page.js')),
  toLaterPage('/segments/:id', () => import('./pages/segments/segment-page.js')),
  toLaterPage('/categories', () => import('./pages/categories/categories-page.js')),
  toLaterPage('/import', () => import('./pages/import/import-page.js')),
  toLaterPage('/import/:id', () => import('./pages/import/one-import-page.js')),
  toLaterPage('/calendar', () => import('./pages/calendar/calendar-page.js')),
  toLaterPage('/reports', () => import('./pages/reports/reports-page.js')),
  toLaterPage('/tags', () => import('./pages/tags/tags-page.js')),
  toLaterPage('/tags/groups', () => import('./pages/tags/tag-groups-page.js')),
  toLaterPage('/tags/app-groups', () => import('./pages/tags/app-groups-page.js')),
  toLaterPage('/tags/events', () => import('./pages/tags/events-page.js')),
  toLaterPage('/settings', () => import('./pages/settings/account-page.js')),
  toLaterPage('/settings/members', () => import('./pages/settings/members-page.js')),
  toLaterPage('/settings/keys', () => import('./pages/settings/keys-page.js')),
  toLaterPage('/settings/webhooks', () => import('./pages/webhooks/webhooks-page.js')),
  toLaterPage('/settings/webhooks/:id', () => import('./pages/webhooks/webhook-page.js')),
  toLaterPage('/settings/audit', () => import('./pages/settings/audit-page.js')),
  toLaterPage('/settings/alerts', () => import('./pages/alerts/alerts-page.js')),
  toLaterPage('/settings/attributes', () => import('./pages/users/attributes-page.js')),
  toLaterPage('/settings/graph', () => import('./pages/settings/graph-page.js')),
  toLaterPage('/campaigns', () => import('./pages/campaigns/campaigns-page.js')),
  toLaterPage('/campaigns/new', () => import('./pages/composer/composer-page.js')),
  toLaterPage('/campaigns/:id', () => import('./pages/campaigns/campaign-page.js')),
];

/** Long enough for the first query of a page, and short enough not to delay an empty page. */
const MOST_PREFETCH_MS = 200;

/** Loads the page of the address while the session is requested, then its first data, so that it is drawn only once. */
export const preloadPage = async (session: Promise<Session>): Promise<void> => {
  const path = location.pathname.slice(BASE.length);
  const loading = [JOIN, ...PAGES].find(({ pattern }) => isAt(pattern, path))?.preload();
  const now = await session;
  if (now.kind !== 'known') return;
  if (now.state.member === null) {
    await Promise.all([loading, SIGN_IN.preload()]);
    return;
  }
  const page = await loading;
  const tooLong = new Promise((resolve) => setTimeout(resolve, MOST_PREFETCH_MS));
  await Promise.race([page?.prefetch?.(), tooLong]);
};

export const App = () => (
  <TranslationProvider>
    <Router base={BASE} aroundNav={aroundNav}>
      <Suspense fallback={null}>
        <Switch>
          <Route path={JOIN.pattern} component={JOIN.Page} />
          <Route component={SignedIn} />
        </Switch>
      </Suspense>
    </Router>
  </TranslationProvider>
);

const SignedIn = () => {
  const { t } = useTranslation();
  const session = useSession();
  if (session.kind === 'loading') return null;
  if (session.kind === 'unreachable') {
    return (
      <AuthPage title={t('error.unreachable.title')} lead={t('error.unreachable.text')}>
        <Button onPress={() => void loadSession()}>{t('action.retry')}</Button>
      </AuthPage>
    );
  }
  return session.state.member === null ? <SIGN_IN.Page /> : <Pages />;
};

const Pages = () => {
  const [location] = useLocation();
  return (
    <Provider value={client}>
      <Shell>
        <ErrorBoundary key={location}>
          <Suspense fallback={<Skeleton lines={6} />}>
            <Switch>
              {PAGES.map(({ pattern, Page }) => (
                <Route key={pattern} path={pattern} component={Page} />
              ))}
              <Route component={NotFoundPage} />
            </Switch>
          </Suspense>
        </ErrorBoundary>
      </Shell>
    </Provider>
  );
};

const NotFoundPage = () => {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader title={t('notFound.title')} />
      <EmptyState title={t('notFound.text')} action={<LinkButton href="/">{t('notFound.back')}</LinkButton>} />
    </>
  );
};
