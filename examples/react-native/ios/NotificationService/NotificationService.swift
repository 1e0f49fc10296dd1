import PushgraphExtension

/// The `Info.plist` names it as the principal class.
final class NotificationService: PushgraphNotificationService {}
