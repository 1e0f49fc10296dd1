// The editor's workers are files of our own: no `blob:`, which the page's policy would not allow.
const { editor, graphql, json } = __WORKER_FILES__;

globalThis.MonacoEnvironment = {
  getWorker(_id, label) {
    const file = { graphql, json }[label] ?? editor;
    return new Worker(`/graphiql/${file}`, { name: label });
  },
};
