import { Pushgraph } from '{{service}}/sdk/web.js';

const push = new Pushgraph({ serviceId: '{{serviceId}}' });
const said = document.querySelector('#said');

const onClick = (id, act) =>
  document.querySelector(id).addEventListener('click', async () => {
    said.textContent = '…';
    said.textContent = await act().catch((error) => `Not done: ${error.message}`);
  });

onClick('#subscribe', async () => `This browser is device ${await push.subscribe()}.`);
onClick('#report', async () => `Accepted: ${(await push.track('reg')).accepted}.`);
onClick('#unsubscribe', async () => {
  await push.unsubscribe();
  return 'This browser gets no more pushes.';
});

// Every visit refreshes a registered browser; this never asks for permission.
if (push.deviceId) push.subscribe({ prompt: false }).catch(({ code, message }) => console.warn(code, message));

// For the console.
Object.assign(globalThis, { Pushgraph, push });
said.textContent = push.deviceId ? `This browser is device ${push.deviceId}.` : 'This browser is not registered.';
