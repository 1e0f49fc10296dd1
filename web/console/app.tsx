import { type ComponentType, lazy, Suspense, useState } from 'react';
import { Provider } from 'urql';
import { Route, Router, Switch, useLocation } from 'wouter';
import { client } from './graph/client.js';
import { useWords, WordsProvider } from './i18n/i18n.js';
import { DoorPage } from './session/door-page.js';
import { loadSession, type Session, useSession } from './session/session.js';
import { ErrorBoundary } from './shell/error-boundary.js';
import { aroundNav } from './shell/leaving.js';
import { Shell } from './shell/shell.js';
import { Button, LinkButton } from './ui/button.js';
import { EmptyState, PageHeader, Skeleton } from './ui/page.js';

const BASE = '/console';

interface PageModule {
  readonly default: ComponentType;
  /** Asks for what it shows first; while it is being loaded, nothing else would. */
  readonly prefetch?: () => Promise<unknown>;
}

type Load = () => Promise<PageModule>;

/** One that is loaded is shown at once: behind a fallback React has it wait for the rest of 300 ms. */
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
  // Where it fails, it is asked for again when it is shown, and what is wrong is said then.
  return { pattern, Page, preload: (): Promise<PageModule | undefined> => loadOnce().catch(() => undefined) };
};

const isAt = (pattern: string, path: string): boolean => {
  const [wanted, given] = [pattern, path].map((one) => one.replace(/\/$/, '').split('/')) as [string[], string[]];
  return wanted.length === given.length && wanted.every((part, at) => part.startsWith(':') || part === given[at]);
};

const JOIN = toPage('/join', () => import('./session/join-page.js'));
/** At every address while nobody is signed in. */
const SIGN_IN = toPage('', () => import('./session/sign-in-page.js'));

/** Every page below the shell, each a chunk of its own. The first that fits is shown. */
const PAGES = [
  toPage('/', () => import('./pages/overview/overview-page.js')),
  toPage('/apps', () => import('./pages/apps/apps-page.js')),
  toPage('/apps/new', () => import('./pages/apps/new-app-page.js')),
  toPage('/apps/:id', () => import('./pages/apps/app-page.js')),
  toPage('/runs/:id', () => import('./pages/runs/run-page.js')),
  toPage('/devices', () => import('./pages/devices/devices-page.js')),
  toPage('/devices/:id', () => import('./pages/devices/device-page.js')),
  toPage('/import', () => import('./pages/import/import-page.js')),
  toPage('/import/:id', () => import('./pages/import/one-import-page.js')),
  toPage('/calendar', () => import('./pages/calendar/calendar-page.js')),
  toPage('/tags', () => import('./pages/tags/tags-page.js')),
  toPage('/tags/groups', () => import('./pages/tags/tag-groups-page.js')),
  toPage('/tags/app-groups', () => import('./pages/tags/app-groups-page.js')),
  toPage('/tags/events', () => import('./pages/tags/events-page.js')),
  toPage('/settings', () => import('./pages/settings/account-page.js')),
  toPage('/settings/members', () => import('./pages/settings/members-page.js')),
  toPage('/settings/keys', () => import('./pages/settings/keys-page.js')),
  toPage('/settings/audit', () => import('./pages/settings/audit-page.js')),
  toPage('/settings/graph', () => import('./pages/settings/graph-page.js')),
  toPage('/campaigns', () => import('./pages/campaigns/campaigns-page.js')),
  toPage('/campaigns/new', () => import('./pages/composer/composer-page.js')),
  toPage('/campaigns/:id', () => import('./pages/campaigns/campaign-page.js')),
];

/** Longer than the answer to a page's first question takes, and no longer than one looks at nothing. */
const MOST_PREFETCH_MS = 200;

/**
 * Loads the page of the address while the service is asked who is signed in, and then what the page shows first, so that
 * it is drawn once and has it.
 */
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
  <WordsProvider>
    <Router base={BASE} aroundNav={aroundNav}>
      <Suspense fallback={null}>
        <Switch>
          <Route path={JOIN.pattern} component={JOIN.Page} />
          <Route component={SignedIn} />
        </Switch>
      </Suspense>
    </Router>
  </WordsProvider>
);

const SignedIn = () => {
  const { t } = useWords();
  const session = useSession();
  if (session.kind === 'loading') return null;
  if (session.kind === 'unreachable') {
    return (
      <DoorPage title={t('error.unreachable.title')} lead={t('error.unreachable.text')}>
        <Button onPress={() => void loadSession()}>{t('action.retry')}</Button>
      </DoorPage>
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
  const { t } = useWords();
  return (
    <>
      <PageHeader title={t('notFound.title')} />
      <EmptyState title={t('notFound.text')} action={<LinkButton href="/">{t('notFound.back')}</LinkButton>} />
    </>
  );
};
