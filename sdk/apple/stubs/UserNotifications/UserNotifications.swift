// The declarations of Apple's UserNotifications that the library uses, with just enough behaviour for tests.
import Foundation

open class UNNotificationContent: NSObject {
    fileprivate(set) public var text = (title: "", subtitle: "", body: "")
    fileprivate var number: NSNumber?
    fileprivate var members: [AnyHashable: Any] = [:]
    fileprivate var category = ""
    fileprivate var files: [UNNotificationAttachment] = []

    open var title: String { text.title }
    open var subtitle: String { text.subtitle }
    open var body: String { text.body }
    open var badge: NSNumber? { number }
    open var userInfo: [AnyHashable: Any] { members }
    open var categoryIdentifier: String { category }
    open var attachments: [UNNotificationAttachment] { files }

    open override func mutableCopy() -> Any {
        let copy = UNMutableNotificationContent()
        (copy.text, copy.number, copy.members, copy.category, copy.files) = (text, number, members, category, files)
        return copy
    }
}

open class UNMutableNotificationContent: UNNotificationContent {
    open override var title: String { get { super.title } set { text.title = newValue } }
    open override var subtitle: String { get { super.subtitle } set { text.subtitle = newValue } }
    open override var body: String { get { super.body } set { text.body = newValue } }
    open override var badge: NSNumber? { get { super.badge } set { number = newValue } }
    open override var userInfo: [AnyHashable: Any] { get { super.userInfo } set { members = newValue } }
    open override var categoryIdentifier: String { get { super.categoryIdentifier } set { category = newValue } }
    open override var attachments: [UNNotificationAttachment] { get { super.attachments } set { files = newValue } }
}

open class UNNotificationAttachment: NSObject {
    public let identifier: String
    public let url: URL

    public convenience init(identifier: String, url: URL, options: [AnyHashable: Any]? = nil) throws {
        try self.init(identifier, url)
    }

    /// Like the system, it takes the type from the file extension.
    private init(_ identifier: String, _ url: URL) throws {
        guard ["gif", "jpg", "png"].contains(url.pathExtension) else { throw CocoaError(.fileReadUnknown) }
        self.identifier = identifier
        self.url = url
    }
}

open class UNNotificationTrigger: NSObject {}

open class UNNotificationRequest: NSObject {
    public let identifier: String
    public let content: UNNotificationContent

    public init(identifier: String, content: UNNotificationContent, trigger: UNNotificationTrigger?) {
        self.identifier = identifier
        self.content = content
    }
}

open class UNNotification: NSObject {
    public let request: UNNotificationRequest

    /// Only the system creates notifications.
    public init(of request: UNNotificationRequest) { self.request = request }
}

public let UNNotificationDefaultActionIdentifier = "com.apple.UNNotificationDefaultActionIdentifier"
public let UNNotificationDismissActionIdentifier = "com.apple.UNNotificationDismissActionIdentifier"

open class UNNotificationResponse: NSObject {
    public let notification: UNNotification
    public let actionIdentifier: String

    public init(to notification: UNNotification, _ actionIdentifier: String) {
        self.notification = notification
        self.actionIdentifier = actionIdentifier
    }
}

open class UNTextInputNotificationResponse: UNNotificationResponse {
    public let userText: String

    public init(to notification: UNNotification, _ actionIdentifier: String, _ userText: String) {
        self.userText = userText
        super.init(to: notification, actionIdentifier)
    }
}

public struct UNNotificationPresentationOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let badge = Self(rawValue: 1), sound = Self(rawValue: 2), list = Self(rawValue: 8)
    public static let banner = Self(rawValue: 16)
}

public struct UNAuthorizationOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let badge = Self(rawValue: 1), sound = Self(rawValue: 2), alert = Self(rawValue: 4)
}

public enum UNAuthorizationStatus: Int, Sendable { case notDetermined, denied, authorized, provisional, ephemeral }

open class UNNotificationSettings: NSObject, @unchecked Sendable {
    public let authorizationStatus: UNAuthorizationStatus
    public init(_ status: UNAuthorizationStatus) { authorizationStatus = status }
}

public struct UNNotificationActionOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let destructive = Self(rawValue: 2), foreground = Self(rawValue: 4)
}

open class UNNotificationAction: NSObject {
    public let identifier: String
    public let title: String
    public let options: UNNotificationActionOptions

    fileprivate init(_ identifier: String, _ title: String, _ options: UNNotificationActionOptions) {
        (self.identifier, self.title, self.options) = (identifier, title, options)
    }

    public convenience init(identifier: String, title: String, options: UNNotificationActionOptions = []) {
        self.init(identifier, title, options)
    }
}

open class UNTextInputNotificationAction: UNNotificationAction {
    public convenience init(
        identifier: String, title: String, options: UNNotificationActionOptions = [], textInputButtonTitle: String,
        textInputPlaceholder: String
    ) { self.init(identifier, title, options) }
}

public struct UNNotificationCategoryOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let customDismissAction = Self(rawValue: 1)
}

open class UNNotificationCategory: NSObject {
    public let identifier: String
    public let actions: [UNNotificationAction]
    public let options: UNNotificationCategoryOptions

    private init(_ identifier: String, _ actions: [UNNotificationAction], _ options: UNNotificationCategoryOptions) {
        (self.identifier, self.actions, self.options) = (identifier, actions, options)
    }

    public convenience init(
        identifier: String, actions: [UNNotificationAction], intentIdentifiers: [String],
        options: UNNotificationCategoryOptions = []
    ) { self.init(identifier, actions, options) }
}

public protocol UNUserNotificationCenterDelegate: AnyObject {
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void)

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void)
}

open class UNUserNotificationCenter: NSObject, @unchecked Sendable {
    private static let one = UNUserNotificationCenter()
    private let lock = NSLock()
    private var categories: Set<UNNotificationCategory> = []
    private var status = UNAuthorizationStatus.notDetermined
    /// For tests.
    nonisolated(unsafe) public var answer = true
    nonisolated(unsafe) public var delivered: [UNNotification] = []
    nonisolated(unsafe) public var badge: Int?

    public class func current() -> UNUserNotificationCenter { one }

    nonisolated(unsafe) public weak var delegate: (any UNUserNotificationCenterDelegate)?

    public func requestAuthorization(options: UNAuthorizationOptions = []) async throws -> Bool {
        lock.withLock {
            if status == .notDetermined { status = answer ? .authorized : .denied }
            return status == .authorized
        }
    }

    public func notificationSettings() async -> UNNotificationSettings {
        UNNotificationSettings(lock.withLock { status })
    }

    public func setNotificationCategories(_ categories: Set<UNNotificationCategory>) {
        lock.withLock { self.categories = categories }
    }

    public func getNotificationCategories(completionHandler: @escaping @Sendable (Set<UNNotificationCategory>) -> Void) {
        DispatchQueue.global().async { completionHandler(self.lock.withLock { self.categories }) }
    }

    public func getDeliveredNotifications(completionHandler: @escaping @Sendable ([UNNotification]) -> Void) {
        DispatchQueue.global().async { completionHandler(self.lock.withLock { self.delivered }) }
    }

    public func setBadgeCount(_ count: Int, withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil) {
        lock.withLock { badge = count }
        completionHandler?(nil)
    }
}

open class UNNotificationServiceExtension: NSObject {
    public override init() {}

    open func didReceive(
        _ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {}

    open func serviceExtensionTimeWillExpire() {}
}
