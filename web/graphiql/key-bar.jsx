import { useState } from 'react';

/** The bar at the top, with the current key or a field to enter one. */
export const KeyBar = ({ apiKey, state, onUse, onForget }) => (
  <header className="key-bar">
    <strong>pushgraph</strong>
    {apiKey === null ? <KeyForm onUse={onUse} /> : <KeyInUse onForget={onForget} />}
    <output className={state.isRefusal ? 'key-refusal' : 'key-note'}>{state.text}</output>
    <nav>
      <a href="/docs">REST</a>
    </nav>
  </header>
);

const KeyForm = ({ onUse }) => {
  const [text, setText] = useState('');
  const submit = (event) => {
    event.preventDefault();
    const key = toKey(text);
    if (key !== '') onUse(key);
  };
  return (
    <form onSubmit={submit}>
      <label htmlFor="api-key">API key</label>
      <input
        id="api-key"
        type="password"
        autoComplete="off"
        spellCheck="false"
        placeholder="pgk_…"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <button type="submit">Use this key</button>
    </form>
  );
};

/** Accepts the whole value of the header too. */
const toKey = (text) =>
  text
    .trim()
    .replace(/^(?:authorization: *)?bearer /i, '')
    .trim();

const KeyInUse = ({ onForget }) => (
  <button type="button" onClick={onForget}>
    Forget the key
  </button>
);
