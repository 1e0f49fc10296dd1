import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { eachDatabase } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { readRepositoryFile } from '../support/repository.js';
import { createApp, createPush, must, startAutoPush } from '../support/service-steps.js';
import { ServiceWorld } from '../support/service-world.js';
import { copySwiftPackage, inSwiftRoot, swiftRoot } from '../support/swift-root.js';

/* The Swift of docs/mobile.md against the real service, and the tests of sdk/apple: `npm run verify:swift`. */

const run = promisify(execFile);

/** Declarations of Apple's own frameworks, as far as the page uses them, with their actor isolation. */
const STUBS: Readonly<Record<string, string>> = {
  UIKit: `import Foundation
@MainActor open class UIResponder: NSObject {
    nonisolated public override init() { super.init() }
}
@MainActor public protocol UIApplicationDelegate: AnyObject {
    func application(
        _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool
    func application(_ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data)
    func applicationWillEnterForeground(_ application: UIApplication)
}
@MainActor open class UIApplication: UIResponder {
    public struct LaunchOptionsKey: Hashable, Sendable {}
    public static let shared = UIApplication()
    public weak var delegate: (any UIApplicationDelegate)?
    public func registerForRemoteNotifications() {
        delegate?.application(self, didRegisterForRemoteNotificationsWithDeviceToken: Data(repeating: 0x1a, count: 32))
    }
}
`,
  UserNotifications: `import Foundation
public class UNNotificationContent: NSObject {
    public let userInfo: [AnyHashable: Any]
    public init(userInfo: [AnyHashable: Any]) { self.userInfo = userInfo }
}
public class UNNotificationRequest: NSObject {
    public let content: UNNotificationContent
    public init(content: UNNotificationContent) { self.content = content }
}
public class UNNotification: NSObject {
    public let request: UNNotificationRequest
    public init(userInfo: [AnyHashable: Any]) {
        request = UNNotificationRequest(content: UNNotificationContent(userInfo: userInfo))
    }
}
public class UNNotificationResponse: NSObject {
    public let notification: UNNotification
    public init(notification: UNNotification) { self.notification = notification }
}
public struct UNNotificationPresentationOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let sound = Self(rawValue: 2), banner = Self(rawValue: 16)
}
public struct UNAuthorizationOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let badge = Self(rawValue: 1), sound = Self(rawValue: 2), alert = Self(rawValue: 4)
}
public protocol UNUserNotificationCenterDelegate: AnyObject {
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions
    func userNotificationCenter(_ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse) async
}
public class UNUserNotificationCenter: NSObject {
    public static func current() -> UNUserNotificationCenter { UNUserNotificationCenter() }
    public weak var delegate: (any UNUserNotificationCenterDelegate)?
    public func requestAuthorization(options: UNAuthorizationOptions) async throws -> Bool { true }
}
`,
};

/** An application's whole use of the page; it prints what it receives. The test plays the system's part. */
const MAIN = `import Foundation
import UIKit
import UserNotifications
let delegate = AppDelegate()
let push = delegate.pushgraph
UIApplication.shared.delegate = delegate
_ = delegate.application(UIApplication.shared, didFinishLaunchingWithOptions: nil)
while push.deviceId == nil || push.pending > 0 { try await Task.sleep(nanoseconds: 20_000_000) }
let first = push.deviceId
delegate.application(
    UIApplication.shared, didRegisterForRemoteNotificationsWithDeviceToken: Data(repeating: 0x2b, count: 32))
push.track("order", id: "order 17")
push.track("order", id: "order 17")
delegate.applicationWillEnterForeground(UIApplication.shared)
let receipt = readLine() ?? ""
print("same", push.deviceId == first)
let options = await delegate.userNotificationCenter(
    UNUserNotificationCenter.current(), willPresent: UNNotification(userInfo: ["receipt": receipt]))
print("shown", options == [.banner, .sound])
await delegate.userNotificationCenter(
    UNUserNotificationCenter.current(),
    didReceive: UNNotificationResponse(notification: UNNotification(userInfo: ["receipt": receipt])))
_ = readLine()
`;

(swiftRoot ? test : test.skip)(
  'the Swift of the page compiles, registers one device, reports an event once, and sends receipts',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pushgraph-swift-'));
    try {
      const [sqlite] = eachDatabase();
      if (!sqlite) throw new Error('there is always SQLite');
      await using world = await ServiceWorld.open(sqlite);
      const service = await world.start();
      const { serviceId } = await createApp(service, world.fakes, { provider: 'provider_c', name: 'iPhones' });
      await must(201, service.api('POST', '/events', { name: 'Order', code: 'order' }));
      const pushId = await createPush(service, [{ language: 'en', title: 'Thank you', text: 'It is on its way.' }]);
      await startAutoPush(service, { pushId, body: { name: 'orders', event_include: ['order'], all_apps: true } });

      await compile(folder, { address: service.address, serviceId });
      const running = inRoot(folder, './application');
      // Its current token identifies the device.
      const receipt = await eventually('the message', async () => {
        const [entry] = await world.fakes.entries();
        return entry?.target === '2b'.repeat(32) ? entry.receipt : null;
      });
      running.child.stdin?.write(`${receipt}\n`);
      const database = await world.db();
      await eventually('both receipts', async () => {
        const kinds = await database.query<{ kind: string }>('SELECT kind FROM receipt ORDER BY kind');
        return kinds.map(({ kind }) => kind).join() === 'clicked,delivered' || null;
      });
      running.child.stdin?.end('\n');
      const { stdout } = await running;
      expect(stdout.trim().split('\n')).toEqual(['same true', 'shown true']);
      const devices = await database.query(
        `SELECT platform, device_event.count FROM device JOIN device_event ON device_event.device_id = device.id
        JOIN custom_event ON custom_event.id = device_event.event_id WHERE custom_event.code = 'order'`,
      );
      expect(devices).toEqual([{ platform: 'ios', count: 1 }]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
  900_000,
);

(swiftRoot ? test : test.skip)(
  'the tests of the Swift package pass',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pushgraph-swift-'));
    try {
      await copySwiftPackage(folder);
      const { stdout } = await inRoot(folder, SWIFT_TEST, '--package-path', 'apple', '-Xswiftc', '-warnings-as-errors');
      expect(stdout).toMatch(/Test run with \d+ tests passed/);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
  900_000,
);

/** Debian puts it beside the compiler. */
const SWIFT_TEST = '/usr/libexec/swift/bin/swift-test';

/** The page's code, with another server address. */
const compile = async (folder: string, place: { address: string; serviceId: string }): Promise<void> => {
  const [, text = ''] = /^```swift\n(.*?)^```$/ms.exec(readRepositoryFile('docs/mobile.md')) ?? [];
  const application = text.replace('https://push.example.com', place.address).replace('SERVICE_ID', place.serviceId);
  const sources = { Application: application, main: MAIN };
  for (const [name, source] of Object.entries({ ...STUBS, ...sources }))
    await writeFile(join(folder, `${name}.swift`), source);
  for (const name of Object.keys(STUBS)) await inRoot(folder, 'swiftc', ...asModule(name), `${name}.swift`);
  await copySwiftPackage(folder);
  const core = await readdir(join(folder, CORE));
  const files = core.map((file) => join(CORE, file));
  await inRoot(folder, 'swiftc', ...STRICT, ...asModule('PushgraphCore'), '-package-name', 'pushgraph', ...files);
  const objects = [...Object.keys(STUBS), 'PushgraphCore'].map((name) => `${name}.o`);
  const parts = Object.keys(sources).map((name) => `${name}.swift`);
  await inRoot(folder, 'swiftc', ...STRICT, '-I', '.', ...parts, ...objects, '-o', 'application');
};

const CORE = 'apple/Sources/PushgraphCore';
const STRICT = ['-swift-version', '6', '-warnings-as-errors'];

const asModule = (name: string): string[] =>
  `-module-name ${name} -emit-module -wmo -c -parse-as-library -o ${name}.o`.split(' ');

const inRoot = (folder: string, ...command: string[]) => run('unshare', inSwiftRoot(folder, ...command));
