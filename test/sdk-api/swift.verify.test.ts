import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
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
  Security: `import Foundation
public typealias CFString = String
public typealias CFDictionary = [String: Any]
public typealias CFTypeRef = AnyObject
public typealias OSStatus = Int32
public let errSecSuccess: OSStatus = 0
public let kSecClass = "class", kSecClassGenericPassword = "genp", kSecAttrService = "svce", kSecAttrAccount = "acct"
public let kSecReturnData = "r_Data", kSecValueData = "v_Data", kSecAttrAccessible = "pdmn"
public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly = "cku"
private let lock = NSLock()
nonisolated(unsafe) private var items: [String: Data] = [:]
private func place(_ query: CFDictionary) -> String { "\\(query[kSecAttrService]!) \\(query[kSecAttrAccount]!)" }
public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    lock.withLock {
        guard let data = items[place(query)] else { return -25300 }
        result?.pointee = NSData(data: data)
        return errSecSuccess
    }
}
@discardableResult
public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    lock.withLock {
        if items[place(attributes)] != nil { return -25299 }
        items[place(attributes)] = attributes[kSecValueData] as? Data
        return errSecSuccess
    }
}
@discardableResult
public func SecItemDelete(_ query: CFDictionary) -> OSStatus {
    lock.withLock { items.removeValue(forKey: place(query)) == nil ? -25300 : errSecSuccess }
}
`,
  UIKit: `import Foundation
@MainActor open class UIResponder: NSObject {
    nonisolated public override init() { super.init() }
}
@MainActor public protocol UIApplicationDelegate: AnyObject {
    func application(
        _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool
    func application(_ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data)
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
let store = KeychainStore()
let delegate = AppDelegate()
UIApplication.shared.delegate = delegate
_ = delegate.application(UIApplication.shared, didFinishLaunchingWithOptions: nil)
while store.deviceSecret == nil { try await Task.sleep(nanoseconds: 20_000_000) }
let first = store.deviceId
let push = Pushgraph(address: CommandLine.arguments[1], serviceId: CommandLine.arguments[2], store: store)
let token = Data(repeating: 0x2b, count: 32)
try await push.register(token, about: ["language": "en"])
print("same", store.deviceId == first)
print("reported", try await push.report("order", id: "order 17"))
print("again", try await push.report("order", id: "order 17"))
let receipt = readLine() ?? ""
let options = await delegate.userNotificationCenter(
    UNUserNotificationCenter.current(), willPresent: UNNotification(userInfo: ["receipt": receipt]))
print("shown", options == [.banner, .sound])
await delegate.userNotificationCenter(
    UNUserNotificationCenter.current(),
    didReceive: UNNotificationResponse(notification: UNNotification(userInfo: ["receipt": receipt])))
_ = readLine()
let secret = store.deviceSecret
store.deviceSecret = "no-secret-of-this-device-at-all-000000"
try await push.register(token)
print("new secret", store.deviceSecret != secret)
try await push.unregister()
print("gone", store.deviceId == nil)
do {
    try await push.acknowledge("no receipt", "clicked")
} catch let refused as PushgraphError {
    print("refused", refused.status)
}
`;

(swiftRoot ? test : test.skip)(
  'the Swift of the page compiles, and registers, reports, acknowledges and ends a device',
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
      const running = inRoot(folder, './application', service.address, serviceId);
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
      const lines = [
        'same true',
        'reported true',
        'again false',
        'shown true',
        'new secret true',
        'gone true',
        'refused 400',
      ];
      expect(stdout.trim().split('\n')).toEqual(lines);
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
      expect(stdout).toContain('◇ Test run started.');
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
  const blocks = [...readRepositoryFile('docs/mobile.md').matchAll(/^```swift\n(.*?)^```$/gms)].map(
    ([, text = '']) => text,
  );
  expect(blocks).toHaveLength(2);
  const [client, application] = blocks.map((text) =>
    text.replace('https://push.example.com', place.address).replace('SERVICE_ID', place.serviceId),
  );
  // On Linux this part of Foundation is a separate module.
  const sources = { Client: `import FoundationNetworking\n${client}`, Application: application ?? '', main: MAIN };
  for (const [name, text] of Object.entries({ ...STUBS, ...sources })) {
    await writeFile(join(folder, `${name}.swift`), text);
  }
  for (const name of Object.keys(STUBS)) {
    const files = ['-module-name', name, '-emit-module', '-c', '-parse-as-library', `${name}.swift`, '-o', `${name}.o`];
    await inRoot(folder, 'swiftc', ...files);
  }
  const strict = ['-swift-version', '6', '-warnings-as-errors'];
  const objects = Object.keys(STUBS).map((name) => `${name}.o`);
  const files = Object.keys(sources).map((name) => `${name}.swift`);
  await inRoot(folder, 'swiftc', ...strict, '-I', '.', ...files, ...objects, '-o', 'application');
};

const inRoot = (folder: string, ...command: string[]) => run('unshare', inSwiftRoot(folder, ...command));
