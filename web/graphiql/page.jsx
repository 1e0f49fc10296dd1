import { GraphiQL } from 'graphiql';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { forgetApiKey, keepApiKey, readApiKey } from './api-key.js';
import { createFetcher } from './create-fetcher.js';
import { DEFAULT_TABS } from './default-tabs.js';
import { KeyBar } from './key-bar.jsx';
import { loadSchema } from './load-schema.js';
import { SESSION } from './session.js';

const NO_KEY = { isRefusal: false, text: 'The first start of the service shows a key. It stays in this tab only.' };
const CHECKING = { isRefusal: false, text: 'Asking the service…' };
const IN_USE = { isRefusal: false, text: 'The key is kept until this tab is closed.' };

/** Beside the console, whose session then counts; else a page of its own, in which a key is entered. */
export const Page = () => (location.hash === '#session' ? <SessionPage /> : <KeyPage />);

const KeyPage = () => {
  const { apiKey, schema, state, takeKey, forgetKey } = useApiKey();
  return (
    <>
      <KeyBar apiKey={apiKey} state={state} onUse={takeKey} onForget={forgetKey} />
      <Editor credential={apiKey} schema={schema} />
    </>
  );
};

const SessionPage = () => {
  const [{ schema, refusal }, setLoaded] = useState({ schema: null, refusal: null });
  useEffect(() => {
    loadSchema(SESSION).then(setLoaded);
  }, []);
  return (
    <>
      {refusal !== null && (
        <p className="page-note" role="alert">
          {refusal}
        </p>
      )}
      <Editor credential={SESSION} schema={schema} />
    </>
  );
};

const Editor = ({ credential, schema }) => {
  const fetcher = useMemo(() => createFetcher(credential), [credential]);
  return (
    <GraphiQL
      fetcher={fetcher}
      schema={schema}
      // Variables may hold credentials: like the key, nothing is left behind when the tab is closed.
      storage={sessionStorage}
      shouldPersistHeaders={false}
      isHeadersEditorEnabled={false}
      defaultTabs={DEFAULT_TABS}
      defaultEditorToolsVisibility="variables"
    />
  );
};

/** The key is in use only once the service has taken it. */
const useApiKey = () => {
  const [held, setHeld] = useState({ apiKey: null, schema: null, state: NO_KEY });
  const takeKey = useCallback(async (apiKey) => {
    setHeld({ apiKey: null, schema: null, state: CHECKING });
    const { schema, refusal } = await loadSchema(apiKey);
    if (refusal === null) keepApiKey(apiKey);
    else forgetApiKey();
    setHeld(
      refusal === null
        ? { apiKey, schema, state: IN_USE }
        : { apiKey: null, schema: null, state: { isRefusal: true, text: refusal } },
    );
  }, []);
  const forgetKey = useCallback(() => {
    forgetApiKey();
    setHeld({ apiKey: null, schema: null, state: NO_KEY });
  }, []);
  useEffect(() => {
    const kept = readApiKey();
    if (kept !== null) takeKey(kept);
  }, [takeKey]);
  return { ...held, takeKey, forgetKey };
};
