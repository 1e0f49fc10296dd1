package io.pushgraph.android

import android.annotation.TargetApi
import android.app.Notification
import android.app.NotificationManager
import android.app.PendingIntent
import android.app.RemoteInput
import android.content.Context
import android.content.Intent
import android.graphics.Bitmap
import android.graphics.Color
import android.graphics.drawable.Icon
import android.media.RingtoneManager
import android.net.Uri
import android.os.Build
import java.util.Locale

/** Draws messages. */
internal class Notifier(private val library: Library) {
    private val context = library.context
    private val manager = context.service(NotificationManager::class.java)

    /** @return false: the user does not allow this notification */
    fun show(message: Message): Boolean {
        if (PushgraphAndroid.permission(context) != Permission.GRANTED) return false
        val channel = if (hasChannels) library.channels.of(message) else null
        if (channel != null && isBlocked(channel)) return false
        if (message.member("channel") != channel && message.member("channel") != null) refreshChannels()
        manager.notify(message.tag, MESSAGE, build(message, channel))
        message.member("group")?.let { manager.notify(it, SUMMARY, summary(it, message, channel)) }
        return true
    }

    /** Removes the notification, and the group's summary after the last notification of the group. */
    fun remove(message: Message) {
        manager.cancel(message.tag, MESSAGE)
        val group = message.member("group") ?: return
        val others = manager.activeNotifications.filter { it.id == MESSAGE && it.tag != message.tag }
        if (others.none { it.notification.group == group }) manager.cancel(group, SUMMARY)
    }

    private fun build(message: Message, channel: String?): Notification {
        val images = Library.surroundings.run { Images(clock, isImageAllowed) }
        val builder = newBuilder(channel)
            .setContentTitle(message.title)
            .setContentText(message.text)
            .setSubText(message.member("subtitle"))
            .setAutoCancel(true)
            .setShowWhen(true)
            .setContentIntent(toOpen(message, null))
            .setDeleteIntent(toReceiver(message, null, ActionReceiver.DISMISS))
        message.member("icon")?.let(images::load)?.let(builder::setLargeIcon)
        setStyle(builder, message, message.member("image")?.let(images::load))
        setLook(builder, message)
        setAlert(builder, message)
        for (button in message.buttons) builder.addAction(toAction(message, button))
        return builder.build()
    }

    private fun newBuilder(channel: String?): Notification.Builder {
        @Suppress("DEPRECATION")
        val builder = if (channel == null) Notification.Builder(context) else inChannel(channel)
        val named = Library.metaData(context)?.getInt(ICON) ?: 0
        val icon = listOf(named, context.applicationInfo.icon, android.R.drawable.stat_notify_chat).first { it != 0 }
        return builder.setSmallIcon(icon)
    }

    @TargetApi(Build.VERSION_CODES.O)
    private fun inChannel(channel: String) = Notification.Builder(context, channel)

    private fun setStyle(builder: Notification.Builder, message: Message, image: Bitmap?) {
        if (image == null) builder.setStyle(Notification.BigTextStyle().bigText(message.text))
        else builder.setStyle(Notification.BigPictureStyle().bigPicture(image).setSummaryText(message.text))
    }

    private fun setLook(builder: Notification.Builder, message: Message) {
        message.member("color")?.let(::toColor)?.let(builder::setColor)
        builder.setVisibility(VISIBILITIES[message.member("visibility")] ?: Notification.VISIBILITY_PRIVATE)
        message.member("group")?.let(builder::setGroup)
        // The shade sorts by this text: the most relevant first.
        message.member("relevance")?.toDoubleOrNull()?.let {
            builder.setSortKey(String.format(Locale.ROOT, "%.3f", 1 - it.coerceIn(0.0, 1.0)))
        }
        val change = message.member("badge_increment")?.toIntOrNull()
        val count = message.member("badge")?.toIntOrNull()
        if (count != null || change != null) builder.setNumber(library.ledger.changeBadge { count ?: (it + (change ?: 0)) })
    }

    private fun setAlert(builder: Notification.Builder, message: Message) {
        val sound = message.member("sound")
        if (hasChannels) {
            if (sound == "NONE") silence(builder, message) else alertChildren(builder, message)
            return
        }
        @Suppress("DEPRECATION")
        builder.setPriority(PRIORITIES[message.member("interruption")] ?: Notification.PRIORITY_DEFAULT)
        @Suppress("DEPRECATION")
        if (sound != "NONE") builder.setSound(toSound(sound))
    }

    /** The channel decides about sound. A child of a group stays silent if the group's summary alerts. */
    @TargetApi(Build.VERSION_CODES.O)
    private fun silence(builder: Notification.Builder, message: Message) {
        if (message.member("group") == null) builder.setGroup(SILENT_GROUP)
        builder.setGroupAlertBehavior(Notification.GROUP_ALERT_SUMMARY)
    }

    @TargetApi(Build.VERSION_CODES.O)
    private fun alertChildren(builder: Notification.Builder, message: Message) {
        if (message.member("group") != null) builder.setGroupAlertBehavior(Notification.GROUP_ALERT_CHILDREN)
    }

    private fun toSound(name: String?): Uri {
        val resource = name?.takeIf { it != "default" }?.substringBeforeLast('.')
        @Suppress("DiscouragedApi")
        val id = resource?.let { context.resources.getIdentifier(it, "raw", context.packageName) } ?: 0
        if (id == 0) return RingtoneManager.getDefaultUri(RingtoneManager.TYPE_NOTIFICATION)
        return Uri.parse("android.resource://${context.packageName}/$id")
    }

    private fun summary(group: String, message: Message, channel: String?): Notification {
        val builder = newBuilder(channel).setGroup(group).setGroupSummary(true).setAutoCancel(true)
        message.member("color")?.let(::toColor)?.let(builder::setColor)
        launcher(context)?.let { builder.setContentIntent(PendingIntent.getActivity(context, 0, it, FLAGS)) }
        if (hasChannels) alertChildren(builder, message)
        return builder.build()
    }

    private fun toAction(message: Message, button: Button): Notification.Action {
        val icon: Icon? = null
        if (!button.isInput) return actionOf(button, icon, toOpen(message, button.id)).build()
        val reply = toReceiver(message, button.id, ActionReceiver.REPLY)
        return actionOf(button, icon, reply).addRemoteInput(RemoteInput.Builder(INPUT).setLabel(button.label).build()).build()
    }

    private fun actionOf(button: Button, icon: Icon?, intent: PendingIntent): Notification.Action.Builder {
        val builder = Notification.Action.Builder(icon, button.label, intent)
        if (button.isDestructive && Build.VERSION.SDK_INT >= Build.VERSION_CODES.P) markDestructive(builder)
        return builder
    }

    @TargetApi(Build.VERSION_CODES.P)
    private fun markDestructive(builder: Notification.Action.Builder) {
        builder.setSemanticAction(Notification.Action.SEMANTIC_ACTION_DELETE)
    }

    /** An activity, because receivers cannot open a screen since Android 12. */
    private fun toOpen(message: Message, button: String?): PendingIntent {
        val intent = intentFor(OpenActivity::class.java, message, button, OpenActivity.OPEN)
        return PendingIntent.getActivity(context, 0, intent.addFlags(Intent.FLAG_ACTIVITY_NEW_TASK), FLAGS)
    }

    private fun toReceiver(message: Message, button: String?, action: String): PendingIntent {
        val intent = intentFor(ActionReceiver::class.java, message, button, action)
        // The system adds the text that the user types.
        val isMutable = action == ActionReceiver.REPLY && Build.VERSION.SDK_INT >= Build.VERSION_CODES.S
        val flags = when {
            isMutable -> PendingIntent.FLAG_UPDATE_CURRENT or PendingIntent.FLAG_MUTABLE
            action == ActionReceiver.REPLY -> PendingIntent.FLAG_UPDATE_CURRENT
            else -> FLAGS
        }
        return PendingIntent.getBroadcast(context, 0, intent, flags)
    }

    /** Two pending intents that differ only in their extras are the same; different addresses keep them apart. */
    private fun intentFor(target: Class<*>, message: Message, button: String?, action: String): Intent {
        val address = Uri.Builder().scheme("pushgraph").authority("message").appendPath(message.tag)
        button?.let { address.appendQueryParameter("button", it) }
        return Intent(context, target).setAction(action).setData(address.build())
            .putExtra(MESSAGE_EXTRA, message.toBundle())
            .putExtra(BUTTON_EXTRA, button)
    }

    @TargetApi(Build.VERSION_CODES.O)
    private fun isBlocked(channel: String): Boolean =
        manager.getNotificationChannel(channel)?.importance == NotificationManager.IMPORTANCE_NONE

    private fun refreshChannels() = Background.run { library.channels.refresh(library.core) }

    private fun toColor(text: String): Int? =
        try {
            Color.parseColor(text)
        } catch (_: IllegalArgumentException) {
            null
        }

    companion object {
        const val ICON = "io.pushgraph.icon"
        const val MESSAGE_EXTRA = "io.pushgraph.message"
        const val BUTTON_EXTRA = "io.pushgraph.button"
        const val INPUT = "io.pushgraph.input"
        const val MESSAGE = 1
        const val SUMMARY = 2
        private const val SILENT_GROUP = "io.pushgraph.silent"
        private const val FLAGS = PendingIntent.FLAG_UPDATE_CURRENT or PendingIntent.FLAG_IMMUTABLE
        private val VISIBILITIES = mapOf(
            "PUBLIC" to Notification.VISIBILITY_PUBLIC,
            "PRIVATE" to Notification.VISIBILITY_PRIVATE,
            "SECRET" to Notification.VISIBILITY_SECRET,
        )

        @Suppress("DEPRECATION")
        private val PRIORITIES = mapOf(
            "PASSIVE" to Notification.PRIORITY_LOW,
            "TIME_SENSITIVE" to Notification.PRIORITY_HIGH,
            "CRITICAL" to Notification.PRIORITY_MAX,
        )

        val hasChannels: Boolean get() = Build.VERSION.SDK_INT >= Build.VERSION_CODES.O

        fun launcher(context: Context): Intent? = context.packageManager.getLaunchIntentForPackage(context.packageName)
    }
}
