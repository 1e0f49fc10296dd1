package io.pushgraph.android

import android.content.Context
import io.pushgraph.core.ReceiptKind
import java.util.concurrent.ConcurrentHashMap

/** Takes a message from a receiver to the screen. */
internal object Delivery {
    private val inFlight: MutableSet<String> = ConcurrentHashMap.newKeySet()

    /** @return false: the message is not from pushgraph */
    fun receive(context: Context, message: Message): Boolean {
        val identity = message.receipt ?: message.id ?: return false
        if (!inFlight.add(identity)) return true
        try {
            Library.of(context)?.let { deliver(it, message) }
        } catch (failure: Exception) {
            Log.problem("A message could not be shown.", failure)
        } finally {
            inFlight.remove(identity)
        }
        return true
    }

    private fun deliver(library: Library, message: Message) {
        val receipt = message.receipt
        // A repeated message must not reappear after the user has swiped it away.
        if (receipt != null && library.ledger.hasReceived(receipt)) return
        if (!take(library, message) || receipt == null) return
        library.ledger.addReceived(receipt)
        library.core.receipt(receipt, ReceiptKind.DELIVERED)
    }

    /** @return false: the user does not allow notifications */
    private fun take(library: Library, message: Message): Boolean {
        if (message.isSilent) {
            Listeners.quietly { Listeners.silent?.onMessage(message) }
            return true
        }
        if (Foreground.isVisible && Listeners.quietly { Listeners.foreground?.onForeground(message) } == true) return true
        return Notifier(library).show(message)
    }
}
