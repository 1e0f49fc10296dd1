package io.pushgraph.fcm

import android.app.Notification
import android.content.Context
import android.util.Log
import com.google.firebase.messaging.FirebaseMessaging
import com.google.firebase.messaging.FirebaseMessagingService
import com.google.firebase.messaging.RemoteMessage
import io.pushgraph.android.PushgraphAndroid
import io.pushgraph.android.StartProvider

/**
 * Receives tokens and messages from Firebase. If your app has its own service, extend this one or call [PushgraphFcm].
 */
open class PushgraphMessagingService : FirebaseMessagingService() {
    override fun onNewToken(token: String) = PushgraphFcm.setToken(this, token)

    override fun onMessageReceived(message: RemoteMessage) {
        PushgraphFcm.receive(this, message)
    }
}

object PushgraphFcm {
    /** Asks Firebase for the token; [FcmStart] does so at every start. Never throws. */
    @JvmStatic
    fun refreshToken(context: Context) = quietly {
        FirebaseMessaging.getInstance().token.addOnCompleteListener { task ->
            // Offline, or the device lacks Google's services. The next start asks again.
            if (task.isSuccessful) task.result?.let { setToken(context, it) }
            else Log.w(TAG, "Firebase has no token.", task.exception)
        }
    }

    @JvmStatic
    fun setToken(context: Context, token: String) = quietly {
        val push = PushgraphAndroid.get(context)
        push.update(mapOf("platform" to "android"))
        push.setToken(token)
    }

    /** Shows the message. Never throws. @return false if it is not from pushgraph */
    @JvmStatic
    fun receive(context: Context, message: RemoteMessage): Boolean {
        var isOurs = false
        quietly { isOurs = PushgraphAndroid.receive(context, message.data + membersOf(message.notification)) }
        return isOurs
    }

    /** While the app is in the foreground, the system does not show its messages but hands them to the app. */
    private fun membersOf(notification: RemoteMessage.Notification?): Map<String, String> {
        if (notification == null) return emptyMap()
        val members = mapOf(
            "title" to notification.title,
            "text" to notification.body,
            "image" to notification.imageUrl?.toString(),
            "channel" to notification.channelId,
            "message_id" to notification.tag,
            "color" to notification.color,
            "sound" to notification.sound,
            "badge" to notification.notificationCount?.toString(),
            "visibility" to VISIBILITIES[notification.visibility],
        )
        return members.mapNotNull { (name, value) -> value?.let { name to it } }.toMap()
    }

    /** An exception on a Firebase thread would crash the app. */
    private fun quietly(work: () -> Unit) {
        try {
            work()
        } catch (failure: Exception) {
            Log.w(TAG, "A call of Firebase failed.", failure)
        }
    }

    private const val TAG = "Pushgraph"
    private val VISIBILITIES = mapOf(
        Notification.VISIBILITY_PUBLIC to "PUBLIC",
        Notification.VISIBILITY_PRIVATE to "PRIVATE",
        Notification.VISIBILITY_SECRET to "SECRET",
    )
}

/** Registers at every start: `onNewToken` is called only for a new token, and never again if a registration failed. */
class FcmStart : StartProvider(PushgraphFcm::refreshToken)
