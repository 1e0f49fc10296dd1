package io.pushgraph.unifiedpush

import android.content.Context
import android.util.Log
import io.pushgraph.android.PushgraphAndroid
import io.pushgraph.android.StartProvider
import java.util.concurrent.Executors
import org.unifiedpush.android.connector.FailedReason
import org.unifiedpush.android.connector.PushService
import org.unifiedpush.android.connector.UnifiedPush
import org.unifiedpush.android.connector.data.PushEndpoint
import org.unifiedpush.android.connector.data.PushMessage

/** Receives endpoints and messages from the distributor. The connector library decrypts the messages (RFC 8291). */
open class PushgraphPushService : PushService() {
    override fun onNewEndpoint(endpoint: PushEndpoint, instance: String) = PushgraphUnifiedPush.quietly {
        val keys = endpoint.pubKeySet ?: return@quietly
        val push = PushgraphAndroid.get(this)
        push.update(mapOf("platform" to "unifiedpush"))
        push.setSubscription(endpoint.url, keys.pubKey, keys.auth)
    }

    override fun onMessage(message: PushMessage, instance: String) {
        if (!message.decrypted) return
        val context = applicationContext
        // The connector calls this on the main thread, which must not load images.
        PushgraphUnifiedPush.thread.execute {
            PushgraphUnifiedPush.quietly { PushgraphAndroid.receiveWebPush(context, String(message.content)) }
        }
    }

    /** The user has removed the distributor, or removed this app from it. */
    override fun onUnregistered(instance: String) = PushgraphUnifiedPush.quietly { PushgraphAndroid.get(this).removeToken() }

    override fun onRegistrationFailed(reason: FailedReason, instance: String) {
        Log.w(PushgraphUnifiedPush.TAG, "The distributor did not register the app: $reason.")
    }
}

fun interface DistributorListener {
    /** Called on the main thread. @param isFound false: the user has no distributor, or chose none */
    fun onDistributor(isFound: Boolean)
}

object PushgraphUnifiedPush {
    internal const val TAG = "Pushgraph"
    internal val thread = Executors.newSingleThreadExecutor { Thread(it, "pushgraph-unifiedpush").apply { isDaemon = true } }

    /** Registers with the user's distributor. The system may ask which one, so call this from an activity. */
    @JvmStatic
    @JvmOverloads
    fun choose(activity: Context, listener: DistributorListener? = null) =
        UnifiedPush.tryUseCurrentOrDefaultDistributor(activity) { isFound ->
            if (isFound) refresh(activity.applicationContext)
            listener?.onDistributor(isFound)
        }

    /** Registers with the chosen distributor; [UnifiedPushStart] does so at every start. Never throws. */
    @JvmStatic
    fun refresh(context: Context) = thread.execute {
        quietly {
            if (UnifiedPush.getSavedDistributor(context) == null) return@quietly
            PushgraphAndroid.vapidKey(context)?.let { UnifiedPush.register(context, vapid = it) }
        }
    }

    internal fun quietly(work: () -> Unit) {
        try {
            work()
        } catch (failure: Exception) {
            Log.w(TAG, "A call of UnifiedPush failed.", failure)
        }
    }
}

/** Registers at every start, because the endpoint may have changed since the last one. */
class UnifiedPushStart : StartProvider(PushgraphUnifiedPush::refresh)
