#if canImport(UIKit)
@_exported import PushgraphCore
import UIKit
import UserNotifications

/// The library on iOS. The `Info.plist` names the service (`PushgraphServiceId`, `PushgraphBaseUrl` and, to share with
/// the extension, `PushgraphAppGroup`), and `PushgraphAppDelegate` starts it with the app. Set listeners before
/// `application(_:didFinishLaunchingWithOptions:)` returns.
extension Pushgraph {
    /// Whether the app may show notifications. `default`: the user has not been asked.
    public enum Permission: Sendable { case granted, denied, `default` }

    /// This app's device: user, tags, events and preferences.
    public static var shared: Pushgraph { Library.shared.core }

    /// Names the service at run time, instead of the `Info.plist`.
    @MainActor @discardableResult
    public static func start(serviceId: String, baseUrl: String, appGroup: String? = nil) -> Pushgraph {
        Library.start(Service(id: serviceId, baseUrl: baseUrl, appGroup: appGroup)).core
    }

    /// Handles taps on messages and buttons. Return true if the app has opened a screen; false opens the link.
    @MainActor public static func onOpen(_ listener: (@MainActor (Opened) -> Bool)?) { Listeners.open = listener }

    /// Decides about messages that arrive in the foreground. Return true if the app shows the message itself.
    @MainActor public static func onForeground(_ listener: (@MainActor (Message) -> Bool)?) {
        Listeners.foreground = listener
    }

    /// Called with messages that the user swiped away.
    @MainActor public static func onDismiss(_ listener: (@MainActor (Message) -> Void)?) { Listeners.dismiss = listener }

    /// Receives silent messages, which have neither title nor text.
    @MainActor public static func onSilent(_ listener: (@MainActor (Message) -> Void)?) { Listeners.silent = listener }

    /// Called with problems, which the log contains too.
    @MainActor public static func onProblem(_ listener: (@MainActor (Problem) -> Void)?) { Listeners.problem = listener }

    /// Whether the app may show notifications now.
    public static func permission() async -> Permission {
        switch await UNUserNotificationCenter.current().notificationSettings().authorizationStatus {
        case .notDetermined: .default
        case .denied: .denied
        default: .granted
        }
    }

    /// Asks for the permission if the user has not answered yet.
    @discardableResult public static func requestPermission() async -> Permission {
        do {
            _ = try await UNUserNotificationCenter.current().requestAuthorization(options: [.alert, .badge, .sound])
        } catch {
            Library.report(Problem(code: .unavailable, status: nil, message: error.localizedDescription))
        }
        return await permission()
    }

    /// Sets the number on the icon, which later messages add to.
    @MainActor public static func setBadge(_ count: Int) {
        Task { _ = await Library.shared.core.changeBadge { _ in count } }
        if #available(iOS 16.0, *) {
            UNUserNotificationCenter.current().setBadgeCount(max(0, count), withCompletionHandler: nil)
        } else {
            UIApplication.shared.applicationIconBadgeNumber = max(0, count)
        }
    }

    /// For your own app delegate: handles a silent message, and returns when its receipt is sent.
    /// - Returns: false if the message is not a silent one from pushgraph
    @MainActor public static func receive(_ userInfo: [AnyHashable: Any]) async -> Bool {
        guard let message = Message(userInfo), message.isSilent else { return false }
        Listeners.silent?(message)
        shared.receipt(message.receipt, .delivered)
        await shared.flush(limitMs: 20_000)
        return true
    }

    /// For your own notification delegate: what to show while the app is in front, or nil if the message is not from
    /// pushgraph.
    @MainActor public static func foreground(_ notification: UNNotification) -> UNNotificationPresentationOptions? {
        guard let message = message(of: notification) else { return nil }
        shared.receipt(message.receipt, .delivered)
        return Listeners.foreground?(message) == true ? [] : [.banner, .list, .sound, .badge]
    }

    /// For your own notification delegate: handles a tap, an answer or a swipe.
    /// - Returns: false if the message is not from pushgraph
    @MainActor public static func opened(_ response: UNNotificationResponse) -> Bool {
        guard let message = message(of: response.notification) else { return false }
        let action = response.actionIdentifier
        if action == UNNotificationDismissActionIdentifier {
            shared.receipt(message.receipt, .dismissed)
            Listeners.dismiss?(message)
        } else {
            let button = action == UNNotificationDefaultActionIdentifier ? nil : action
            shared.receipt(message.receipt, .clicked, button: button)
            let text = (response as? UNTextInputNotificationResponse)?.userText
            open(Opened(message: message, button: button, text: text))
        }
        // Answers and swipes leave the app in the background.
        Library.shared.finishSending()
        return true
    }

    @MainActor private static func open(_ opened: Opened) {
        if Listeners.open?(opened) == true { return }
        if let link = opened.link { UIApplication.shared.open(link, options: [:], completionHandler: nil) }
    }

    private static func message(of notification: UNNotification) -> Message? {
        let request = notification.request
        return Message(request.content.userInfo, id: request.identifier)
    }
}

/// The callbacks that the app has registered.
@MainActor enum Listeners {
    static var open: (@MainActor (Pushgraph.Opened) -> Bool)?
    static var foreground: (@MainActor (Pushgraph.Message) -> Bool)?
    static var dismiss: (@MainActor (Pushgraph.Message) -> Void)?
    static var silent: (@MainActor (Pushgraph.Message) -> Void)?
    static var problem: (@MainActor (Pushgraph.Problem) -> Void)?
}
#endif
