// The key is kept only in this tab, until it is closed: never in localStorage, the URL or the headers of GraphiQL.
const NAME = 'pushgraph:api-key';

export const readApiKey = () => sessionStorage.getItem(NAME);

export const keepApiKey = (key) => sessionStorage.setItem(NAME, key);

export const forgetApiKey = () => sessionStorage.removeItem(NAME);
