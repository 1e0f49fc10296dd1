import type { CodegenTypes, TurboModule } from 'react-native';
import { TurboModuleRegistry } from 'react-native';

/**
 * The interface of the native modules, which React Native's code generator reads. Objects cross the bridge as JSON,
 * because a bridged map has neither whole numbers nor nulls on both systems.
 */
export interface Spec extends TurboModule {
  start(serviceId: string | null, baseUrl: string | null): void;
  setToken(token: string): void;
  login(externalUserId: string, identityHash: string | null): void;
  logout(): void;
  setTags(tags: ReadonlyArray<string>): void;
  setAttributes(attributes: string): void;
  update(facts: string): void;
  track(code: string, id: string | null, data: string | null): void;
  receipt(receipt: string, kind: string, button: string | null): void;
  online(): void;
  setBadge(count: number): void;
  deviceId(): Promise<string | null>;
  pending(): Promise<number>;
  permission(): Promise<string>;
  requestPermission(): Promise<string>;
  preferences(language: string | null): Promise<string | null>;
  setPreferences(choices: string, allMarketing: boolean | null, language: string | null): Promise<string | null>;
  /** Names all kinds of events that have a listener. Kept taps and dismissals of these kinds follow at once. */
  listen(kinds: ReadonlyArray<string>, isShownByApp: boolean): void;
  readonly onEvent: CodegenTypes.EventEmitter<string>;
}

export default TurboModuleRegistry.get<Spec>('Pushgraph');
