import { type ComponentType, lazy, Suspense, useState } from 'react';
import { Provider } from 'urql';
import { Route, Router, Switch, useLocation } from 'wouter';
import { client } from './graph/client.js';
import { useWords, WordsProvider } from './i18n/i18n.js';
import { loadSession, useSession } from './session/session.js';
import { SignInAgain } from './session/sign-in-again.js';
import { DoorPage, SignInPage } from './session/sign-in-page.js';
import { ErrorBoundary } from './shell/error-boundary.js';
import { Shell } from './shell/shell.js';
import { Button, LinkButton } from './ui/button.js';
import { EmptyState, PageHeader, Skeleton } from './ui/page.js';

const BASE = '/console';

type Load = () => Promise<{ readonly default: ComponentType }>;

/** One that is loaded is shown at once: behind a fallback React has it wait for the rest of 300 ms. */
const toPage = (pattern: string, load: Load) => {
  let loaded: ComponentType | null = null;
  const loadOnce = async (): ReturnType<Load> => {
    const { default: page } = await load();
    loaded = page;
    return { default: page };
  };
  const Lazy = lazy(loadOnce);
  const Page = () => {
    const [Shown] = useState<ComponentType>(() => loaded ?? Lazy);
    return <Shown />;
  };
  // Where it fails, it is asked for again when it is shown, and what is wrong is said then.
  return { pattern, Page, preload: () => loadOnce().catch(() => undefined) };
};

const isAt = (pattern: string, path: string): boolean => {
  const [wanted, given] = [pattern, path].map((one) => one.replace(/\/$/, '').split('/')) as [string[], string[]];
  return wanted.length === given.length && wanted.every((part, at) => part.startsWith(':') || part === given[at]);
};

const JOIN = toPage('/join', () => import('./session/join-page.js'));

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

/** Loads the page of the address before anybody knows who is signed in. */
export const preloadPage = async (): Promise<void> => {
  const path = location.pathname.slice(BASE.length);
  await [JOIN, ...PAGES].find(({ pattern }) => isAt(pattern, path))?.preload();
};

export const App = () => (
  <WordsProvider>
    <Router base={BASE}>
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
  return session.state.member === null ? <SignInPage state={session.state} /> : <Pages />;
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
      <SignInAgain />
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
