import { GraphiQL } from 'graphiql';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { forgetApiKey, keepApiKey, readApiKey } from './api-key.js';
import { createFetcher } from './create-fetcher.js';
import { DEFAULT_TABS } from './default-tabs.js';
import { KeyBar } from './key-bar.jsx';
import { loadSchema } from './load-schema.js';
import { SESSION } from './session.js';

const NO_KEY = {
  isRefusal: false,
  text: 'The service prints a key at its first start. The key stays in this tab only.',
};
const CHECKING = { isRefusal: false, text: 'Checking the key…' };
const IN_USE = { isRefusal: false, text: 'The key is kept until this tab is closed.' };

/** Uses the session of the console if embedded there; otherwise asks for a key. */
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
      // Variables can contain credentials, so they are discarded with the tab.
      storage={sessionStorage}
      shouldPersistHeaders={false}
      isHeadersEditorEnabled={false}
      defaultTabs={DEFAULT_TABS}
      defaultEditorToolsVisibility="variables"
    />
  );
};

/** Uses a key only after the service has accepted it. */
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
