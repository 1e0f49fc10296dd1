#if canImport(UIKit)
import PushgraphCore
import UIKit
import UserNotifications

/// Connects the library to the app: `@UIApplicationDelegateAdaptor(PushgraphAppDelegate.self)`, or the superclass of your
/// app delegate, whose overrides call `super`. It is also the notification delegate.
open class PushgraphAppDelegate: UIResponder, UIApplicationDelegate, UNUserNotificationCenterDelegate {
    open func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
    ) -> Bool {
        UNUserNotificationCenter.current().delegate = self
        Library.launch()
        return true
    }

    open func application(
        _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
    ) {
        Pushgraph.shared.setToken(deviceToken)
    }

    /// The next start asks again.
    open func application(_ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error) {
        let message = "Apple gave no token: \(error.localizedDescription)"
        Library.report(Pushgraph.Problem(code: .unavailable, status: nil, message: message))
    }

    open func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
    ) {
        let (userInfo, done) = (Unchecked(userInfo), Unchecked(completionHandler))
        Task { @MainActor in
            let isOurs = await Pushgraph.receive(userInfo.value)
            done.value(isOurs ? .newData : .noData)
        }
    }

    /// UIKit requires the handler to be called on the main thread, which the `async` form of this method does not do.
    nonisolated open func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
    ) {
        let (notification, done) = (Unchecked(notification), Unchecked(completionHandler))
        Task { @MainActor in
            done.value(Pushgraph.foreground(notification.value) ?? [.banner, .list, .sound, .badge])
        }
    }

    nonisolated open func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    ) {
        let (response, done) = (Unchecked(response), Unchecked(completionHandler))
        Task { @MainActor in
            _ = Pushgraph.opened(response.value)
            done.value()
        }
    }
}

/// Carries the system's objects to the main thread, the only thread that uses them.
private struct Unchecked<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}
#endif
