// The package ships no types.
declare module '@usebruno/lang' {
  export const bruToJsonV2: (text: string) => ReturnType<typeof JSON.parse>;
  export const bruToEnvJsonV2: (text: string) => ReturnType<typeof JSON.parse>;
}
declare module '*/scripts/bruno.mjs' {
  export const toCollection: (document: object) => ReadonlyMap<string, string>;
}
