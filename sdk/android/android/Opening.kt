package io.pushgraph.android

import android.app.Activity
import android.app.RemoteInput
import android.content.ActivityNotFoundException
import android.content.BroadcastReceiver
import android.content.Context
import android.content.Intent
import android.net.Uri
import android.os.Bundle
import io.pushgraph.core.ReceiptKind

/** Opens the link of a tapped message or button, and reports the tap. */
internal object Opening {
    /** A tap on a message that the library drew. */
    fun handle(context: Context, intent: Intent) {
        val message = messageOf(intent) ?: return
        open(context, Opened(message, intent.getStringExtra(Notifier.BUTTON_EXTRA), null))
    }

    /** A typed answer. A receiver cannot open a screen, so only the app's listener gets it. */
    fun reply(context: Context, intent: Intent) {
        val message = messageOf(intent) ?: return
        val text = RemoteInput.getResultsFromIntent(intent)?.getCharSequence(Notifier.INPUT)?.toString()
        val opened = Opened(message, intent.getStringExtra(Notifier.BUTTON_EXTRA), text)
        report(context, opened)
        Listeners.quietly { Listeners.open?.onOpen(opened) }
    }

    fun dismiss(context: Context, intent: Intent) {
        val message = messageOf(intent) ?: return
        val library = Library.of(context) ?: return
        message.receipt?.let { library.core.receipt(it, ReceiptKind.DISMISSED) }
        Notifier(library).remove(message)
        Background.run { Listeners.dismiss?.onMessage(message) }
    }

    /** A tap on a message that the system drew. The system hands the data to the app's activity. */
    fun ofSystem(activity: Activity, intent: Intent?): Boolean {
        if (activity is OpenActivity || activity is PermissionActivity) return false
        try {
            val extras = intent?.extras ?: return false
            if (extras.getString("receipt") == null) return false
            val message = Message.ofBundle(extras)
            intent.removeExtra("receipt")
            report(activity, Opened(message, null, null))
            if (Listeners.quietly { Listeners.open?.onOpen(Opened(message, null, null)) } != true) {
                message.link?.let { follow(activity, it) }
            }
            return true
        } catch (failure: RuntimeException) {
            // Any app can start an exported activity with unreadable extras.
            Log.problem("The extras of an activity could not be read.", failure)
            return false
        }
    }

    private fun open(context: Context, opened: Opened) {
        report(context, opened)
        if (Listeners.quietly { Listeners.open?.onOpen(opened) } == true) return
        if (linkOf(opened)?.let { follow(context, it) } == true) return
        Notifier.launcher(context)?.let { start(context, it) }
    }

    private fun linkOf(opened: Opened): String? {
        val button = opened.button ?: return opened.message.link
        return opened.message.buttons.firstOrNull { it.id == button }?.link
    }

    private fun report(context: Context, opened: Opened) {
        val library = Library.of(context) ?: return
        opened.message.receipt?.let { library.core.receipt(it, ReceiptKind.CLICKED, opened.button) }
        Notifier(library).remove(opened.message)
    }

    /** Opens the link in this app if it can, otherwise in any other. */
    private fun follow(context: Context, link: String): Boolean {
        val address = Uri.parse(link)
        if (address.scheme == null || address.scheme?.lowercase() in REFUSED) return false
        val intent = Intent(Intent.ACTION_VIEW, address).addCategory(Intent.CATEGORY_BROWSABLE)
        val inside = Intent(intent).setPackage(context.packageName)
        val target = context.packageManager.resolveActivity(inside, 0)?.activityInfo
        // A link must not open a screen that is closed to other apps.
        return start(context, if (target?.exported == true) inside else intent)
    }

    private fun start(context: Context, intent: Intent): Boolean =
        try {
            context.startActivity(intent.addFlags(Intent.FLAG_ACTIVITY_NEW_TASK))
            true
        } catch (failure: ActivityNotFoundException) {
            Log.problem("No app opens the link.", failure)
            false
        } catch (failure: SecurityException) {
            Log.problem("The link cannot be opened.", failure)
            false
        }

    private fun messageOf(intent: Intent): Message? = intent.getBundleExtra(Notifier.MESSAGE_EXTRA)?.let(Message::ofBundle)

    private val REFUSED = setOf("file", "content", "javascript", "data", "intent", "android-app")
}

/** Opens the target of a tap. It has no screen of its own. */
class OpenActivity : Activity() {
    override fun onCreate(saved: Bundle?) {
        super.onCreate(saved)
        try {
            Opening.handle(this, intent)
        } catch (failure: Exception) {
            Log.problem("A message could not be opened.", failure)
        }
        finish()
    }

    internal companion object {
        const val OPEN = "io.pushgraph.OPEN"
    }
}

/** Receives swipes and typed answers. */
class ActionReceiver : BroadcastReceiver() {
    override fun onReceive(context: Context, intent: Intent) {
        try {
            if (intent.action == DISMISS) Opening.dismiss(context, intent)
            if (intent.action == REPLY) Opening.reply(context, intent)
        } catch (failure: Exception) {
            Log.problem("An action could not be handled.", failure)
        }
    }

    internal companion object {
        const val DISMISS = "io.pushgraph.DISMISS"
        const val REPLY = "io.pushgraph.REPLY"
    }
}
