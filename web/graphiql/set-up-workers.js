// The workers of the editor are separate files: the policy of the page does not allow `blob:`.
const { editor, graphql, json } = __WORKER_FILES__;

globalThis.MonacoEnvironment = {
  getWorker(_id, label) {
    const file = { graphql, json }[label] ?? editor;
    return new Worker(`/graphiql/${file}`, { name: label });
  },
};
