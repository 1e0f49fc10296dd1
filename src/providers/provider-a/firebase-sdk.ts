import type { App, AppOptions, Credential, ServiceAccount } from 'firebase-admin/app';
import type { BatchResponse, TokenMessage } from 'firebase-admin/messaging';

/** The parts of Google's SDK that are used here. */
export interface FirebaseSdk {
  cert(account: ServiceAccount): Credential;
  initializeApp(options: AppOptions, name: string): App;
  deleteApp(app: App): Promise<void>;
  getMessaging(app: App): { sendEach(messages: TokenMessage[], dryRun?: boolean): Promise<BatchResponse> };
}

/** Imports the SDK on demand, because it takes half a second and 40 MB. */
export async function loadFirebaseSdk(): Promise<FirebaseSdk> {
  const [{ cert, initializeApp, deleteApp }, { getMessaging }] = await Promise.all([
    import('firebase-admin/app'),
    import('firebase-admin/messaging'),
  ]);
  return { cert, initializeApp, deleteApp, getMessaging };
}
