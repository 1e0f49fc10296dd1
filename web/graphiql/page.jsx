import { GraphiQL } from 'graphiql';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { forgetApiKey, keepApiKey, readApiKey } from './api-key.js';
import { createFetcher } from './create-fetcher.js';
import { DEFAULT_TABS } from './default-tabs.js';
import { KeyBar } from './key-bar.jsx';
import { loadSchema } from './load-schema.js';

const NO_KEY = { isRefusal: false, text: 'The first start of the service shows a key. It stays in this tab only.' };
const CHECKING = { isRefusal: false, text: 'Asking the service…' };
const IN_USE = { isRefusal: false, text: 'The key is kept until this tab is closed.' };

export const Page = () => {
  const { apiKey, schema, state, takeKey, forgetKey } = useApiKey();
  const fetcher = useMemo(() => createFetcher(apiKey), [apiKey]);
  return (
    <>
      <KeyBar apiKey={apiKey} state={state} onUse={takeKey} onForget={forgetKey} />
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
    </>
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
