import { type ComponentType, lazy, Suspense } from 'react';
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

const JoinPage = lazy(() => import('./session/join-page.js'));

/** Every page below the shell, each a chunk of its own. The first that fits is shown. */
const PAGES: readonly (readonly [string, ComponentType])[] = [
  ['/', lazy(() => import('./pages/overview/overview-page.js'))],
  ['/apps', lazy(() => import('./pages/apps/apps-page.js'))],
  ['/apps/new', lazy(() => import('./pages/apps/new-app-page.js'))],
  ['/apps/:id', lazy(() => import('./pages/apps/app-page.js'))],
  ['/runs/:id', lazy(() => import('./pages/runs/run-page.js'))],
  ['/devices', lazy(() => import('./pages/devices/devices-page.js'))],
  ['/devices/:id', lazy(() => import('./pages/devices/device-page.js'))],
  ['/import', lazy(() => import('./pages/import/import-page.js'))],
  ['/import/:id', lazy(() => import('./pages/import/one-import-page.js'))],
  ['/calendar', lazy(() => import('./pages/calendar/calendar-page.js'))],
  ['/tags', lazy(() => import('./pages/tags/tags-page.js'))],
  ['/tags/groups', lazy(() => import('./pages/tags/tag-groups-page.js'))],
  ['/tags/app-groups', lazy(() => import('./pages/tags/app-groups-page.js'))],
  ['/tags/events', lazy(() => import('./pages/tags/events-page.js'))],
  ['/settings', lazy(() => import('./pages/settings/account-page.js'))],
  ['/settings/members', lazy(() => import('./pages/settings/members-page.js'))],
  ['/settings/keys', lazy(() => import('./pages/settings/keys-page.js'))],
  ['/settings/audit', lazy(() => import('./pages/settings/audit-page.js'))],
  ['/settings/graph', lazy(() => import('./pages/settings/graph-page.js'))],
  ['/campaigns', lazy(() => import('./pages/campaigns/campaigns-page.js'))],
  ['/campaigns/new', lazy(() => import('./pages/composer/composer-page.js'))],
  ['/campaigns/:id', lazy(() => import('./pages/campaigns/campaign-page.js'))],
];

export const App = () => (
  <WordsProvider>
    <Router base={BASE}>
      <Suspense fallback={null}>
        <Switch>
          <Route path="/join" component={JoinPage} />
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
              {PAGES.map(([path, component]) => (
                <Route key={path} path={path} component={component} />
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
