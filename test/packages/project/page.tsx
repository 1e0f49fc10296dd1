// A page in a user's project.
import { Pushgraph } from '@pushgraph/web';
import { usePush } from '@pushgraph/web/react';
import { createRoot } from 'react-dom/client';

declare const PUSHGRAPH: { readonly serviceId: string; readonly baseUrl: string };

const push = new Pushgraph(PUSHGRAPH);

const Bell = () => {
  const { isSupported, deviceId, isBusy, error, subscribe, unsubscribe, login, logout, setTags, track } = usePush(push);
  if (!isSupported) return <p>Not here.</p>;
  return (
    <main>
      <button type="button" disabled={isBusy} onClick={() => void subscribe({ language: 'de' })}>
        Notify me
      </button>
      <button type="button" disabled={isBusy} onClick={() => void track('reg')}>
        I registered
      </button>
      <button type="button" disabled={isBusy} onClick={() => void login('anna').then(() => setTags(['vip']))}>
        Sign in
      </button>
      <button type="button" disabled={isBusy} onClick={() => void logout()}>
        Sign out
      </button>
      <button type="button" disabled={isBusy} onClick={() => void unsubscribe()}>
        No more
      </button>
      <output>{error?.message ?? (deviceId === null ? 'nobody' : `device ${deviceId}`)}</output>
    </main>
  );
};

const root = document.querySelector('#root');
if (root) createRoot(root).render(<Bell />);
