// The registry has one line for each provider. Other modules use `providers.ts`.
export { provider_a } from './provider-a/definition.js';
export { provider_b } from './provider-b/definition.js';
export { provider_c } from './provider-c/definition.js';
export { webpush } from './webpush/definition.js';
