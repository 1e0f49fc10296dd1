import PushgraphApple
import SwiftUI

@main struct SampleApp: App {
    @UIApplicationDelegateAdaptor(PushgraphAppDelegate.self) private var delegate

    init() {
        // False: the library opens the link of the message or button.
        Pushgraph.onOpen { opened in
            print("opened \(opened.message.id ?? "")")
            return false
        }
    }

    var body: some Scene {
        WindowGroup { ContentView() }
    }
}
