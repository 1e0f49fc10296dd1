import { usePush } from '@pushgraph/web/react';
import { push } from './push.js';

export const PushBell = () => {
  const { isSupported, permission, deviceId, isBusy, error, subscribe, unsubscribe, login, logout, setTags, track } =
    usePush(push);
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
      <p>{permission}</p>
      <output>{error?.message ?? (deviceId === null ? 'nobody' : `device ${deviceId}`)}</output>
    </main>
  );
};
