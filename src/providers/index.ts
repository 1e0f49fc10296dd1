// The registry: one line for each provider. `providers.ts` is what the others ask.
export { provider_a } from './provider-a/definition.js';
export { provider_b } from './provider-b/definition.js';
export { provider_c } from './provider-c/definition.js';
export { webpush } from './webpush/definition.js';
