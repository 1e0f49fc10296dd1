import PushgraphApple
import SwiftUI

struct ContentView: View {
    var body: some View {
        VStack(spacing: 16) {
            Button("Allow notifications") { Task { await Pushgraph.requestPermission() } }
            Button("Sign in") { Pushgraph.shared.login("user-17") }
            Button("Sign out") { Pushgraph.shared.logout() }
            Button("Order") { Pushgraph.shared.track("order", data: ["total": 42]) }
        }
    }
}
