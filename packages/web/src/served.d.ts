// The browser SDK that the service serves. The package bundles these files.
declare module '*/public/sdk/web.js' {
  export const Pushgraph: new (options: object) => object;
  export const PushgraphError: new (code: string, message: string) => Error;
}
declare module '*/public/sdk/sw.js' {
  const nothing: unknown;
  export default nothing;
}
