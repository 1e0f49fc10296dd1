import { Pushgraph } from '@pushgraph/web';
import { usePush } from '@pushgraph/web/react';
import { createRoot } from 'react-dom/client';

const push = new Pushgraph({ serviceId: 'SERVICE_ID', baseUrl: 'https://push.example.com' });
push.subscribe({ prompt: false }).catch(console.warn);

const Bell = () => {
  const { isSupported, isBusy, deviceId, error, subscribe, unsubscribe } = usePush(push);
  if (!isSupported) return null;
  return (
    <button type="button" disabled={isBusy} onClick={() => (deviceId ? unsubscribe() : subscribe())}>
      {error?.message ?? (deviceId ? 'No more notifications' : 'Notify me')}
    </button>
  );
};

const root = document.querySelector('#root');
if (root) createRoot(root).render(<Bell />);
