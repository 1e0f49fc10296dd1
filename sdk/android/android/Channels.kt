package io.pushgraph.android

import android.annotation.TargetApi
import android.app.NotificationChannel
import android.app.NotificationManager
import android.content.Context
import android.os.Build
import io.pushgraph.core.PreferenceCategory
import io.pushgraph.core.Pushgraph
import java.util.Locale

/** Notification channels: one per category that names one, and one for all other messages. */
internal class Channels(private val context: Context, private val ledger: Ledger) {
    private val manager = context.service(NotificationManager::class.java)

    /** The channel that the message names if it exists, otherwise the common one. */
    @TargetApi(Build.VERSION_CODES.O)
    fun of(message: Message): String {
        val named = message.member("channel")
        if (named != null && manager.getNotificationChannel(named) != null) return named
        if (manager.getNotificationChannel(COMMON) == null) {
            val label = context.applicationInfo.loadLabel(context.packageManager)
            manager.createNotificationChannel(NotificationChannel(COMMON, label, NotificationManager.IMPORTANCE_DEFAULT))
        }
        return COMMON
    }

    /** Reads the categories once a day for each language. */
    fun refresh(core: Pushgraph) {
        if (!Notifier.hasChannels) return
        val language = Locale.getDefault().toLanguageTag()
        val mark = "$language ${System.currentTimeMillis() / DAY_MS}"
        if (ledger.get("channels_read") == mark) return
        core.preferences(language) { preferences ->
            if (preferences == null) return@preferences
            create(preferences.categories)
            ledger.isNew("channels_read", mark)
        }
    }

    @TargetApi(Build.VERSION_CODES.O)
    private fun create(categories: List<PreferenceCategory>) {
        val own = ledger.get("channels").orEmpty().split('\n').filter { it.isNotEmpty() }.toMutableSet()
        for (category in categories.asReversed()) {
            val id = category.androidChannel ?: continue
            // Do not rename channels that the app has created.
            if (id !in own && manager.getNotificationChannel(id) != null) continue
            val channel = NotificationChannel(id, category.name, importanceOf(category))
            channel.description = category.description.ifEmpty { null }
            manager.createNotificationChannel(channel)
            own += id
        }
        ledger.isNew("channels", own.joinToString("\n"))
    }

    /** Applies only to a new channel; after that the user decides. */
    private fun importanceOf(category: PreferenceCategory): Int =
        if (category.kind == "transactional") NotificationManager.IMPORTANCE_HIGH else NotificationManager.IMPORTANCE_DEFAULT

    companion object {
        const val COMMON = "pushgraph"
        private const val DAY_MS = 86_400_000L
    }
}
