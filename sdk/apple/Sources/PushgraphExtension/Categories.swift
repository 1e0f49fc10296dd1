#if canImport(UserNotifications)
import PushgraphCore
import UserNotifications

/// Registers categories one after another, because the system can only replace all of them at once.
actor Categories {
    private static let one = Categories()
    private var last: Task<Void, Never>?

    static func register(_ category: Pushgraph.MessageCategory) async { await one.add(category) }

    private func add(_ category: Pushgraph.MessageCategory) async {
        let before = last
        let task = Task {
            await before?.value
            let known = await Self.known()
            if known.contains(category.id) { return }
            let superfluous = Pushgraph.MessageCategory.superfluous(Array(known), shown: await Self.shown())
            await Self.replace(removing: superfluous, adding: category)
            // The system stores categories in the background, and answers this call once it has done so.
            _ = await Self.known()
        }
        last = task
        await task.value
    }

    private static func known() async -> Set<String> {
        await withCheckedContinuation { done in
            UNUserNotificationCenter.current().getNotificationCategories { categories in
                done.resume(returning: Set(categories.map(\.identifier)))
            }
        }
    }

    private static func shown() async -> Set<String> {
        await withCheckedContinuation { done in
            UNUserNotificationCenter.current().getDeliveredNotifications { shown in
                done.resume(returning: Set(shown.map(\.request.content.categoryIdentifier)))
            }
        }
    }

    private static func replace(removing old: Set<String>, adding category: Pushgraph.MessageCategory) async {
        await withCheckedContinuation { done in
            UNUserNotificationCenter.current().getNotificationCategories { categories in
                let kept = categories.filter { !old.contains($0.identifier) }
                UNUserNotificationCenter.current().setNotificationCategories(kept.union([toSystem(category)]))
                done.resume()
            }
        }
    }

    /// The system reports swipes only with `customDismissAction`.
    private static func toSystem(_ category: Pushgraph.MessageCategory) -> UNNotificationCategory {
        UNNotificationCategory(
            identifier: category.id, actions: category.buttons.map(toAction), intentIdentifiers: [],
            options: [.customDismissAction])
    }

    private static func toAction(_ button: Pushgraph.Button) -> UNNotificationAction {
        let destructive: UNNotificationActionOptions = button.isDestructive ? [.destructive] : []
        if button.isInput {
            return UNTextInputNotificationAction(
                identifier: button.id, title: button.label, options: destructive, textInputButtonTitle: button.label,
                textInputPlaceholder: "")
        }
        return UNNotificationAction(identifier: button.id, title: button.label, options: destructive.union(.foreground))
    }
}
#endif
