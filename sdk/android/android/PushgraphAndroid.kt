package io.pushgraph.android

import android.annotation.TargetApi
import android.app.Activity
import android.app.NotificationManager
import android.content.Context
import android.content.Intent
import android.content.pm.PackageManager
import android.os.Build
import io.pushgraph.core.Listener
import io.pushgraph.core.Pushgraph

/** Whether the app may show notifications. `DEFAULT`: the user has not been asked. */
enum class Permission { GRANTED, DENIED, DEFAULT }

fun interface PermissionListener {
    /** Called on the main thread with the user's answer. */
    fun onPermission(permission: Permission)
}

/** A tap on a message. [button] is the id of the tapped button, and [text] is the text that the user typed into it. */
class Opened(val message: Message, val button: String?, val text: String?)

fun interface OpenListener {
    /** Called on the main thread. Return true if the app has opened a screen; false opens the link or starts the app. */
    fun onOpen(opened: Opened): Boolean
}

fun interface ForegroundListener {
    /** Called on a background thread. Return true if the app shows the message itself; false posts the notification. */
    fun onForeground(message: Message): Boolean
}

fun interface MessageListener {
    /** Called on a background thread. */
    fun onMessage(message: Message)
}

/**
 * The library on Android. The manifest names the service (`io.pushgraph.service_id`, `io.pushgraph.base_url`), and the
 * library starts with the process. Set listeners in `Application.onCreate`, before the first message can arrive.
 */
object PushgraphAndroid {
    /** This app's device: user, tags, events and preferences. @throws IllegalStateException without a service */
    @JvmStatic
    fun get(context: Context): Pushgraph =
        checkNotNull(Library.of(context)) { "Name the service: ${Library.SERVICE_ID} and ${Library.BASE_URL} in the manifest." }.core

    /** Names the service at run time, instead of the manifest: call it in `Application.onCreate`. */
    @JvmStatic
    fun start(context: Context, serviceId: String, baseUrl: String): Pushgraph = Library.start(context, serviceId, baseUrl).core

    /** Handles taps on messages and buttons. */
    @JvmStatic
    fun onOpen(listener: OpenListener?) {
        Listeners.open = listener
    }

    /** Decides about messages that arrive while the app is in the foreground. Without a listener they are shown. */
    @JvmStatic
    fun onForeground(listener: ForegroundListener?) {
        Listeners.foreground = listener
    }

    /** Reports messages that the user swiped away. */
    @JvmStatic
    fun onDismiss(listener: MessageListener?) {
        Listeners.dismiss = listener
    }

    /** Receives silent messages, which have no title. */
    @JvmStatic
    fun onSilent(listener: MessageListener?) {
        Listeners.silent = listener
    }

    /** Reports problems, which the log contains too. */
    @JvmStatic
    fun onProblem(listener: Listener?) {
        Listeners.problem = listener
    }

    /** Whether the app may show notifications now. */
    @JvmStatic
    fun permission(context: Context): Permission {
        if (Build.VERSION.SDK_INT < Build.VERSION_CODES.N || isEnabled(context)) return Permission.GRANTED
        val isAsked = Build.VERSION.SDK_INT < TIRAMISU || Library.wasAsked(context)
        return if (isAsked) Permission.DENIED else Permission.DEFAULT
    }

    /** Asks for the permission if the system requires it (Android 13 or later). [listener] gets the answer. */
    @JvmStatic
    @JvmOverloads
    fun requestPermission(activity: Activity, listener: PermissionListener? = null) {
        if (permission(activity) == Permission.GRANTED || Build.VERSION.SDK_INT < TIRAMISU) {
            listener?.onPermission(permission(activity))
            return
        }
        PermissionActivity.ask(activity, listener)
    }

    /**
     * Shows a message that another receiver of the app got, and reports it as delivered. Never throws. It may load an
     * image, so call it on a background thread.
     * @param data the data of the message
     * @return false if the message is not from pushgraph
     */
    @JvmStatic
    fun receive(context: Context, data: Map<String, String>): Boolean = Delivery.receive(context, Message.ofData(data))

    /** [receive] for the JSON of a Web Push message. */
    @JvmStatic
    fun receiveWebPush(context: Context, json: String): Boolean =
        Message.ofWebPush(json)?.let { Delivery.receive(context, it) } ?: false

    /**
     * Handles the intent of a message that the system drew, for an activity that gets it in `onNewIntent`. The library
     * itself sees the intents that create activities.
     */
    @JvmStatic
    fun opened(activity: Activity, intent: Intent?): Boolean = Opening.ofSystem(activity, intent)

    /** The application's public key for Web Push, or null if it was never read and cannot be read now. Blocks. */
    @JvmStatic
    fun vapidKey(context: Context): String? = Library.of(context)?.vapidKey()

    /** Sets the number that later messages add to. Most launchers show the number of notifications instead. */
    @JvmStatic
    fun setBadge(context: Context, count: Int) {
        Library.of(context)?.ledger?.let { ledger -> Background.run { ledger.changeBadge { count } } }
    }

    @TargetApi(Build.VERSION_CODES.N)
    private fun isEnabled(context: Context): Boolean =
        context.service(NotificationManager::class.java).areNotificationsEnabled() &&
            (Build.VERSION.SDK_INT < TIRAMISU || isGranted(context))

    private fun isGranted(context: Context): Boolean =
        context.checkSelfPermission(PermissionActivity.POST) == PackageManager.PERMISSION_GRANTED

    internal const val TIRAMISU = 33
}

/** The callbacks that the app has registered. */
internal object Listeners {
    @Volatile var open: OpenListener? = null
    @Volatile var foreground: ForegroundListener? = null
    @Volatile var dismiss: MessageListener? = null
    @Volatile var silent: MessageListener? = null
    @Volatile var problem: Listener? = null

    /** A listener that throws must not lose a receipt or end a Firebase thread. */
    fun <T> quietly(call: () -> T): T? =
        try {
            call()
        } catch (failure: Exception) {
            Log.problem("A listener of the app failed.", failure)
            null
        }
}
