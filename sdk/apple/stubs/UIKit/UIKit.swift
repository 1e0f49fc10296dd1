// The declarations of Apple's UIKit that the library uses, with just enough behaviour for tests.
@_exported import Foundation

@MainActor open class UIResponder: NSObject {
    nonisolated public required override init() { super.init() }
}

public enum UIBackgroundFetchResult: UInt, Sendable { case newData, noData, failed }

public struct UIBackgroundTaskIdentifier: Hashable, Sendable {
    public let rawValue: Int
}

@MainActor public protocol UIApplicationDelegate: AnyObject {
    func application(
        _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool
    func application(_ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data)
    func application(_ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error)
    func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void)
}

@MainActor open class UIApplication: UIResponder {
    public struct LaunchOptionsKey: Hashable, Sendable {}
    public struct OpenExternalURLOptionsKey: Hashable, Sendable {}

    public static let shared = UIApplication()
    nonisolated public static let didEnterBackgroundNotification = Notification.Name("UIApplicationDidEnterBackground")
    nonisolated public static let willEnterForegroundNotification = Notification.Name("UIApplicationWillEnterForeground")

    public weak var delegate: (any UIApplicationDelegate)?
    public var applicationIconBadgeNumber = 0
    /// For tests.
    public var token: Result<Data, any Error> = .success(Data(repeating: 0x1a, count: 32))
    public private(set) var opened: [URL] = []
    public private(set) var running: [UIBackgroundTaskIdentifier: (@MainActor @Sendable () -> Void)?] = [:]
    private var tasks = 0

    public func registerForRemoteNotifications() {
        Task { @MainActor in
            switch token {
            case .success(let token): delegate?.application(self, didRegisterForRemoteNotificationsWithDeviceToken: token)
            case .failure(let error): delegate?.application(self, didFailToRegisterForRemoteNotificationsWithError: error)
            }
        }
    }

    public func open(
        _ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:],
        completionHandler completion: (@MainActor @Sendable (Bool) -> Void)? = nil
    ) {
        opened.append(url)
        completion?(true)
    }

    public func beginBackgroundTask(
        withName taskName: String?, expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
    ) -> UIBackgroundTaskIdentifier {
        tasks += 1
        let identifier = UIBackgroundTaskIdentifier(rawValue: tasks)
        running[identifier] = handler
        return identifier
    }

    public func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) { running[identifier] = nil }
}
