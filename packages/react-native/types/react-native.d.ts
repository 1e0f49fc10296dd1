// The part of react-native that the package uses. `npm run verify:react-native` checks it against the real package.
declare module 'react-native' {
  export interface TurboModule {}
  export namespace CodegenTypes {
    type EventEmitter<T> = (handler: (event: T) => void) => { remove(): void };
  }
  export const TurboModuleRegistry: {
    get<T extends TurboModule>(name: string): T | null;
  };
}
