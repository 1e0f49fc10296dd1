// The key lives as long as this tab does, and only in it: never in localStorage, in the address or in GraphiQL's headers.
const NAME = 'pushgraph:api-key';

export const readApiKey = () => sessionStorage.getItem(NAME);

export const keepApiKey = (key) => sessionStorage.setItem(NAME, key);

export const forgetApiKey = () => sessionStorage.removeItem(NAME);
