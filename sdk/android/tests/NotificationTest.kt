package io.pushgraph.android

import android.app.Activity
import android.app.Notification
import android.app.NotificationChannel
import android.app.NotificationManager
import android.app.PendingIntent
import android.app.RemoteInput
import android.content.Intent
import android.graphics.Color
import android.net.Uri
import android.os.Build
import android.os.Bundle
import com.example.app.MainActivity
import org.json.JSONArray
import org.json.JSONObject
import org.junit.After
import org.junit.Assert.assertEquals
import org.junit.Assert.assertFalse
import org.junit.Assert.assertNotNull
import org.junit.Assert.assertNull
import org.junit.Assert.assertTrue
import org.junit.Assume.assumeTrue
import org.junit.Test
import org.junit.runner.RunWith
import org.robolectric.Robolectric
import org.robolectric.RobolectricTestRunner
import org.robolectric.Shadows.shadowOf
import org.robolectric.annotation.Config

@RunWith(RobolectricTestRunner::class)
@Config(sdk = [23, 35])
class NotificationTest {
    private val world = World()

    @After fun end() = world.close()

    @Test fun `a message is posted with its texts, look and tag`() {
        world.register()
        val isOurs = world.show(
            "subtitle" to "Today only", "color" to "#ff8800", "visibility" to "PUBLIC", "badge" to "3", "relevance" to "0.75",
        )
        assertTrue(isOurs)
        val posted = world.shown.single()
        assertEquals("m1", posted.tag)
        val shown = posted.notification
        assertEquals("Sale", shown.extras.getString(Notification.EXTRA_TITLE))
        assertEquals("Half price!", shown.extras.getString(Notification.EXTRA_TEXT))
        assertEquals("Half price!", shown.extras.getString(Notification.EXTRA_BIG_TEXT))
        assertEquals("Today only", shown.extras.getString(Notification.EXTRA_SUB_TEXT))
        assertEquals(Color.rgb(0xff, 0x88, 0), shown.color)
        assertEquals(Notification.VISIBILITY_PUBLIC, shown.visibility)
        assertEquals(3, shown.number)
        assertEquals("0.250", shown.sortKey)
        eventually("the receipt") { world.receipts("delivered").size == 1 }
        assertEquals("receipt-1", world.receipts("delivered").single().getString("receipt"))
    }

    @Test fun `a message of another sender is ignored`() {
        world.register()
        assertFalse(PushgraphAndroid.receive(world.app, mapOf("title" to "Sale", "text" to "Half price!")))
        assertEquals(0, world.shown.size)
    }

    @Test fun `a later message with the same id replaces the first`() {
        world.register()
        world.show()
        world.show("receipt" to "receipt-2", "title" to "Sale ends")
        assertEquals("Sale ends", world.one().extras.getString(Notification.EXTRA_TITLE))
        eventually("both receipts") { world.receipts("delivered").size == 2 }
    }

    @Test fun `a thousand copies make one notification and one receipt`() {
        world.register()
        val threads = List(4) { Thread { repeat(250) { world.show() } } }
        threads.forEach(Thread::start)
        threads.forEach(Thread::join)
        assertEquals(1, world.shown.size)
        eventually("the receipt") { world.push.pending == 0 && world.receipts("delivered").isNotEmpty() }
        assertEquals(1, world.receipts("delivered").size)
    }

    @Test fun `a copy that arrives after the swipe or in a later process is not shown`() {
        world.register()
        world.show()
        send(world.one().deleteIntent)
        world.notifications.cancelAll()
        world.show()
        assertEquals(0, world.shown.size)
        world.endProcess()
        world.start()
        world.show()
        assertEquals(0, world.shown.size)
    }

    @Test fun `a tap reports a click and opens the link in the app`() {
        world.register()
        world.show("link" to "sample://orders/17")
        open(world.one().contentIntent)
        val started = shadowOf(world.app).nextStartedActivity
        assertEquals(Uri.parse("sample://orders/17"), started.data)
        assertEquals(world.app.packageName, started.`package`)
        eventually("the receipt") { world.receipts("clicked").size == 1 }
        assertFalse(world.receipts("clicked").single().has("button"))
        assertEquals(0, world.shown.size)
    }

    @Test fun `a tap on a message without a link starts the app`() {
        world.register()
        world.show()
        open(world.one().contentIntent)
        assertEquals(MainActivity::class.java.name, shadowOf(world.app).nextStartedActivity.component?.className)
    }

    @Test fun `links to files and intents are not followed`() {
        world.register()
        for ((index, link) in listOf("file:///data/x", "intent:#Intent;end", "javascript:alert(1)").withIndex()) {
            world.show("link" to link, "receipt" to "receipt $index")
            open(world.one().contentIntent)
            assertEquals(Intent.ACTION_MAIN, shadowOf(world.app).nextStartedActivity.action)
        }
    }

    @Test fun `a tap does nothing more once a listener has opened a screen`() {
        world.register()
        var heard: Opened? = null
        PushgraphAndroid.onOpen { opened -> true.also { heard = opened } }
        world.show("link" to "sample://orders/17", "order" to "17")
        open(world.one().contentIntent)
        assertEquals("17", heard?.message?.data?.get("order"))
        assertEquals(setOf("order"), heard?.message?.data?.keys)
        assertNull(shadowOf(world.app).nextStartedActivity)
    }

    @Test fun `buttons report their id and open their links`() {
        world.register()
        world.show("link" to "sample://message", "buttons" to buttons())
        val (buy, delete, answer) = world.one().actions.toList()
        assertEquals(listOf("Buy now", "Delete", "Answer"), listOf(buy, delete, answer).map { it.title.toString() })
        assertNotNull(answer.remoteInputs)
        if (Build.VERSION.SDK_INT >= 28) {
            assertEquals(Notification.Action.SEMANTIC_ACTION_DELETE, delete.semanticAction)
        }
        open(buy.actionIntent)
        assertEquals(Uri.parse("sample://buy"), shadowOf(world.app).nextStartedActivity.data)
        eventually("the receipt") { world.receipts("clicked").size == 1 }
        assertEquals("buy", world.receipts("clicked").single().getString("button"))
        assertEquals(0, world.shown.size)
    }

    @Test fun `a typed answer reaches the listener`() {
        world.register()
        var heard: Opened? = null
        PushgraphAndroid.onOpen { opened -> true.also { heard = opened } }
        world.show("buttons" to buttons())
        val action = world.one().actions[2]
        val fill = Intent().putExtra("unused", "")
        RemoteInput.addResultsToIntent(action.remoteInputs, fill, Bundle().apply { putString(Notifier.INPUT, "Thanks") })
        action.actionIntent.send(world.app, 0, fill)
        eventually("the answer") { heard != null }
        assertEquals("Thanks", heard?.text)
        assertEquals("answer", heard?.button)
        eventually("the receipt") { world.receipts("clicked").size == 1 }
        assertEquals(0, world.shown.size)
    }

    @Test fun `a swipe reports the message as dismissed`() {
        world.register()
        var heard: Message? = null
        PushgraphAndroid.onDismiss { heard = it }
        world.show()
        send(world.one().deleteIntent)
        eventually("the receipt") { world.receipts("dismissed").size == 1 && heard != null }
        assertEquals("m1", heard?.id)
    }

    @Test fun `messages of a group have a summary, which goes with the last of them`() {
        world.register()
        world.show("group" to "orders")
        world.show("group" to "orders", "message_id" to "m2", "receipt" to "receipt-2")
        val summary = world.notifications.activeNotifications.single { it.id == Notifier.SUMMARY }
        assertEquals(Notification.FLAG_GROUP_SUMMARY, summary.notification.flags and Notification.FLAG_GROUP_SUMMARY)
        assertEquals(listOf("orders", "orders"), world.shown.map { it.notification.group })
        for (posted in world.shown) {
            world.notifications.cancel(posted.tag, posted.id)
            send(posted.notification.deleteIntent)
        }
        eventually("the end of the group") { world.notifications.activeNotifications.isEmpty() }
    }

    @Test fun `a message is shown in the foreground unless the app shows it itself`() {
        world.register()
        val screen = Robolectric.buildActivity(MainActivity::class.java).setup()
        world.show()
        assertEquals(1, world.shown.size)
        PushgraphAndroid.onForeground { message -> message.id == "m2" }
        world.show("message_id" to "m2", "receipt" to "receipt-2")
        assertEquals(listOf("m1"), world.shown.map { it.tag })
        eventually("both receipts") { world.receipts("delivered").size == 2 }
        screen.pause().stop()
        world.show("message_id" to "m2", "receipt" to "receipt-3")
        assertEquals(2, world.shown.size)
    }

    @Test fun `a silent message reaches the app and shows nothing`() {
        world.register()
        var heard: Message? = null
        PushgraphAndroid.onSilent { heard = it }
        PushgraphAndroid.receive(world.app, mapOf("message_id" to "m3", "receipt" to "receipt-3", "sync" to "orders"))
        assertEquals(mapOf("sync" to "orders"), heard?.data)
        assertEquals(0, world.shown.size)
        eventually("the receipt") { world.receipts("delivered").size == 1 }
    }

    @Test fun `a listener that throws loses neither message nor receipt`() {
        world.register()
        Robolectric.buildActivity(MainActivity::class.java).setup()
        PushgraphAndroid.onForeground { throw IllegalStateException("made up") }
        PushgraphAndroid.onOpen { throw IllegalStateException("made up") }
        world.show()
        open(world.one().contentIntent)
        eventually("both receipts") { world.receipts("delivered").size + world.receipts("clicked").size == 2 }
    }

    @Test fun `without the permission nothing is posted or reported as delivered`() {
        assumeTrue(Build.VERSION.SDK_INT >= 33)
        world.register()
        shadowOf(world.app).denyPermissions(PermissionActivity.POST)
        world.show()
        assertEquals(0, world.shown.size)
        shadowOf(world.app).grantPermissions(PermissionActivity.POST)
        world.show()
        assertEquals(1, world.shown.size)
        eventually("the receipt") { world.receipts("delivered").size == 1 }
    }

    @Test fun `a channel that the user has turned off shows nothing`() {
        assumeTrue(Build.VERSION.SDK_INT >= 26)
        world.register()
        val off = NotificationChannel("offers", "Offers", NotificationManager.IMPORTANCE_NONE)
        world.notifications.createNotificationChannel(off)
        world.show("channel" to "offers")
        assertEquals(0, world.shown.size)
    }

    @Test fun `the permission is requested once and the app gets the answer`() {
        world.start()
        val screen = Robolectric.buildActivity(MainActivity::class.java).setup().get()
        var heard: Permission? = null
        if (Build.VERSION.SDK_INT < 33) {
            PushgraphAndroid.requestPermission(screen) { heard = it }
            assertEquals(Permission.GRANTED, heard)
            return
        }
        shadowOf(world.app).denyPermissions(PermissionActivity.POST)
        assertEquals(Permission.DEFAULT, PushgraphAndroid.permission(world.app))
        PushgraphAndroid.requestPermission(screen) { heard = it }
        assertEquals(PermissionActivity::class.java.name, shadowOf(screen).nextStartedActivity.component?.className)
        val question = Robolectric.buildActivity(PermissionActivity::class.java).create().get()
        assertEquals(PermissionActivity.POST, shadowOf(question).lastRequestedPermission.requestedPermissions.single())
        question.onRequestPermissionsResult(1, arrayOf(PermissionActivity.POST), intArrayOf(-1))
        assertEquals(Permission.DENIED, heard)
        assertTrue(question.isFinishing)
    }

    @Test fun `a tap on a message that the system drew is reported once and opens its link`() {
        world.register()
        val extras = Intent(world.app, MainActivity::class.java)
            .putExtra("google.message_id", "0:1").putExtra("receipt", "receipt-9").putExtra("link", "sample://orders/9")
        val screen = Robolectric.buildActivity(MainActivity::class.java, extras).setup()
        eventually("the receipt") { world.receipts("clicked").size == 1 }
        assertEquals(Uri.parse("sample://orders/9"), shadowOf(world.app).nextStartedActivity.data)
        screen.recreate()
        assertNull(shadowOf(world.app).nextStartedActivity)
        assertEquals(1, world.receipts("clicked").size)
        assertFalse(PushgraphAndroid.opened(screen.get(), Intent().putExtra("receipt", 17)))
    }

    @Test fun `invalid members do no harm`() {
        world.register()
        world.show(
            "buttons" to "[{\"label\":1},", "color" to "red-ish", "badge" to "many", "visibility" to "?", "relevance" to "x",
            "image" to "ftp://example.com/a.png", "icon" to "not an address", "link" to ":::", "interruption" to "?",
        )
        assertEquals(1, world.shown.size)
        open(world.one().contentIntent)
        assertNotNull(shadowOf(world.app).nextStartedActivity)
    }

    @Test fun `the badge counts up across processes`() {
        world.register()
        world.show("badge" to "2")
        world.endProcess()
        world.start()
        world.show("receipt" to "receipt-2", "badge_increment" to "3")
        assertEquals(5, world.one().number)
        PushgraphAndroid.setBadge(world.app, 0)
        Background.await()
        world.show("receipt" to "receipt-3", "badge_increment" to "1")
        assertEquals(1, world.one().number)
    }

    @Test fun `a message without a sound makes none`() {
        world.register()
        world.show("sound" to "NONE")
        @Suppress("DEPRECATION")
        if (Build.VERSION.SDK_INT < 26) assertNull(world.one().sound)
        else assertEquals(Notification.GROUP_ALERT_SUMMARY, world.one().groupAlertBehavior)
    }

    private fun buttons() = JSONArray()
        .put(JSONObject().put("id", "buy").put("label", "Buy now").put("link", "sample://buy"))
        .put(JSONObject().put("id", "delete").put("label", "Delete").put("destructive", true))
        .put(JSONObject().put("id", "answer").put("label", "Answer").put("input", true))
        .toString()

    /** Runs the activity behind a tap, as the system does. */
    private fun open(pending: PendingIntent): Activity {
        val intent = shadowOf(pending).savedIntent
        assertEquals(OpenActivity::class.java.name, intent.component?.className)
        return Robolectric.buildActivity(OpenActivity::class.java, intent).create().get().also { assertTrue(it.isFinishing) }
    }

    private fun send(pending: PendingIntent) {
        pending.send()
        shadowOf(android.os.Looper.getMainLooper()).idle()
    }
}
