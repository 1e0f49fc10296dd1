import { Pushgraph } from '{{service}}/sdk/web.js';

const push = new Pushgraph({ serviceId: '{{serviceId}}' });
const said = document.querySelector('#said');

const onClick = (id, act) =>
  document.querySelector(id).addEventListener('click', async () => {
    said.textContent = '…';
    said.textContent = await act().catch((error) => `Not done: ${error.message}`);
  });

onClick('#subscribe', async () => {
  const id = await push.subscribe();
  showPreferences(await push.preferences());
  return `This browser is device ${id}.`;
});
onClick('#report', async () => `Accepted: ${(await push.track('reg')).accepted}.`);
onClick('#unsubscribe', async () => {
  await push.unsubscribe();
  form.hidden = true;
  return 'This browser gets no more pushes.';
});

const form = document.querySelector('#preferences');

const toCheckbox = ({ key, name, kind, isOn }) => {
  const input = Object.assign(document.createElement('input'), { type: 'checkbox', name: key, defaultChecked: isOn });
  input.disabled = kind === 'transactional';
  const label = document.createElement('label');
  label.append(input, ` ${name}`);
  const line = document.createElement('div');
  line.append(label);
  return line;
};

/** What the account offers to choose from; a browser that is not registered has no choices. */
const showPreferences = ({ categories, allMarketing }) => {
  const all = { key: 'allMarketing', name: 'All marketing', kind: 'marketing', isOn: allMarketing };
  document.querySelector('#choices').replaceChildren(...[all, ...categories].map(toCheckbox));
  form.hidden = categories.length === 0;
};

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const changed = [...form.querySelectorAll('input')].filter(
    ({ checked, defaultChecked }) => checked !== defaultChecked,
  );
  const choices = Object.fromEntries(changed.map(({ name, checked }) => [name, checked]));
  said.textContent = await push.setPreferences(choices).then(
    (preferences) => {
      showPreferences(preferences);
      return 'Your choices are saved.';
    },
    (error) => `Not saved: ${error.message}`,
  );
});

if (push.deviceId) push.preferences().then(showPreferences, ({ code, message }) => console.warn(code, message));

// Every visit refreshes a registered browser; this never asks for permission.
if (push.deviceId) push.subscribe({ prompt: false }).catch(({ code, message }) => console.warn(code, message));

// For the console.
Object.assign(globalThis, { Pushgraph, push });
said.textContent = push.deviceId ? `This browser is device ${push.deviceId}.` : 'This browser is not registered.';
