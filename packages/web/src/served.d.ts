// The browser SDK as the service serves it: what these packages are made of.
declare module '*/public/sdk/web.js' {
  export const Pushgraph: new (options: object) => object;
}
declare module '*/public/sdk/sw.js' {
  const nothing: unknown;
  export default nothing;
}
