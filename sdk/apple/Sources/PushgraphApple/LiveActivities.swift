#if canImport(ActivityKit) && canImport(UIKit)
import ActivityKit
import PushgraphCore

extension Pushgraph {
    /// Registers the tokens of a Live Activity until it ends. Request the activity with `pushType: .token`, and call this
    /// for each running activity at every start of the app.
    /// - Parameter name: your server's name for it: 1 to 64 letters, digits, dots, hyphens and underscores
    @available(iOS 16.2, *)
    public static func follow<Attributes: ActivityAttributes>(_ activity: Activity<Attributes>, as name: String) {
        Task { for await token in activity.pushTokenUpdates { shared.setLiveActivity(name, token: token) } }
        Task {
            for await state in activity.activityStateUpdates where state == .ended || state == .dismissed {
                shared.endLiveActivity(name)
            }
        }
    }

    /// Lets your server start activities of this type. Call it at every start of the app.
    @available(iOS 17.2, *)
    public static func allowStarts<Attributes: ActivityAttributes>(of type: Attributes.Type) {
        Task {
            for await token in Activity<Attributes>.pushToStartTokenUpdates {
                shared.setLiveActivity("\(type)", token: token, startsActivities: true)
            }
        }
    }
}
#endif
