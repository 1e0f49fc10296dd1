import '@pushgraph/web/service-worker';
