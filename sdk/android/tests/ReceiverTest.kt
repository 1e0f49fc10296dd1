package io.pushgraph.android

import android.app.Notification
import android.content.ComponentName
import android.content.Intent
import android.content.IntentFilter
import android.content.pm.ActivityInfo
import android.content.pm.ApplicationInfo
import android.content.pm.PackageInfo
import com.google.crypto.tink.apps.fixed_webpush.WebPushHybridEncrypt
import com.google.firebase.messaging.FirebaseMessaging
import com.google.firebase.messaging.RemoteMessage
import io.pushgraph.fcm.FcmStart
import io.pushgraph.fcm.PushgraphFcm
import io.pushgraph.fcm.PushgraphMessagingService
import io.pushgraph.unifiedpush.PushgraphPushService
import io.pushgraph.unifiedpush.PushgraphUnifiedPush
import java.util.Base64
import org.junit.After
import org.junit.Assert.assertEquals
import org.junit.Assert.assertFalse
import org.junit.Assert.assertTrue
import org.junit.Test
import org.junit.runner.RunWith
import org.robolectric.Robolectric
import org.robolectric.RobolectricTestRunner
import org.robolectric.Shadows.shadowOf
import org.robolectric.annotation.Config
import org.unifiedpush.android.connector.FailedReason
import org.unifiedpush.android.connector.UnifiedPush
import org.unifiedpush.android.connector.data.PublicKeySet
import org.unifiedpush.android.connector.data.PushEndpoint
import org.unifiedpush.android.connector.data.PushMessage
import org.unifiedpush.android.connector.keys.DefaultKeyManager

@RunWith(RobolectricTestRunner::class)
@Config(sdk = [23, 35])
class ReceiverTest {
    private val world = World()

    @After
    fun end() {
        FirebaseMessaging.token = null
        FirebaseMessaging.failure = null
        world.close()
    }

    @Test fun `every start asks Firebase for the token and registers`() {
        world.start()
        FirebaseMessaging.token = "token-of-firebase"
        Robolectric.buildContentProvider(FcmStart::class.java).create()
        eventually("the registration") { world.push.deviceId != null }
        val device = world.service.bodies("/devices").single()
        assertEquals("token-of-firebase", device.getString("token"))
        assertEquals("android", device.getString("platform"))
    }

    @Test fun `a start without Firebase, or without its token, does nothing`() {
        world.start()
        Robolectric.buildContentProvider(FcmStart::class.java).create()
        FirebaseMessaging.failure = java.io.IOException("SERVICE_NOT_AVAILABLE")
        PushgraphFcm.refreshToken(world.app)
        assertEquals(0, world.service.bodies("/devices").size)
    }

    @Test fun `nothing throws on Firebase's thread while the device is offline`() {
        world.service.isDown = true
        world.start()
        val service = Robolectric.buildService(PushgraphMessagingService::class.java).create().get()
        service.onNewToken("token-2")
        service.onMessageReceived(RemoteMessage(World.MESSAGE, null))
        assertEquals(1, world.shown.size)
        world.service.isDown = false
        eventually("both") { world.push.online(); world.push.deviceId != null && world.receipts("delivered").size == 1 }
        assertEquals("token-2", world.service.bodies("/devices").single().getString("token"))
    }

    @Test fun `a new token updates the device and does not create a second one`() {
        world.register("token-1")
        val service = Robolectric.buildService(PushgraphMessagingService::class.java).create().get()
        service.onNewToken("token-2")
        eventually("the change") { world.service.bodies("/devices/1").any { it.optString("token") == "token-2" } }
        assertEquals(1, world.service.bodies("/devices").size)
    }

    @Test fun `a message that the system would draw is shown in the foreground`() {
        world.register()
        val notification = mapOf("title" to "Sale", "body" to "Half price!", "tag" to "m7", "channel_id" to "offers", "color" to "#ff8800")
        val message = RemoteMessage(mapOf("receipt" to "receipt-7", "link" to "sample://x"), notification)
        Robolectric.buildService(PushgraphMessagingService::class.java).create().get().onMessageReceived(message)
        assertEquals("m7", world.shown.single().tag)
        assertEquals("Half price!", world.one().extras.getString(Notification.EXTRA_TEXT))
        assertFalse(PushgraphFcm.receive(world.app, RemoteMessage(mapOf("order" to "17"), null)))
    }

    @Test fun `UnifiedPush registers with the service's key, and decrypts messages for the device`() {
        world.register()
        addDistributor()
        UnifiedPush.saveDistributor(world.app, DISTRIBUTOR)
        PushgraphUnifiedPush.refresh(world.app)
        eventually("the broadcast") { registration() != null }
        assertEquals(Service.VAPID, registration()?.getStringExtra("vapid"))
        assertEquals(DISTRIBUTOR, registration()?.`package`)

        val keys = DefaultKeyManager(world.app)
        val public = requireNotNull(keys.getPublicKeySet("default"))
        val encrypted = WebPushHybridEncrypt.Builder()
            .withAuthSecret(Base64.getUrlDecoder().decode(public.auth))
            .withRecipientPublicKey(Base64.getUrlDecoder().decode(public.pubKey))
            .build()
            .encrypt(DECLARATIVE.toByteArray(), null)
        val content = requireNotNull(keys.decrypt("default", encrypted))
        val service = Robolectric.buildService(PushgraphPushService::class.java).create().get()
        service.onMessage(PushMessage(encrypted, false), "default")
        service.onMessage(PushMessage(content, true), "default")
        eventually("the notification") { world.shown.size == 1 }
        assertEquals("tag-1", world.shown.single().tag)
        assertEquals("Half price!", world.one().extras.getString(Notification.EXTRA_TEXT))
        assertEquals("Buy now", world.one().actions.single().title)
        assertEquals(4, world.one().number)
        eventually("the receipt") { world.receipts("delivered").singleOrNull()?.getString("receipt") == "receipt-8" }
    }

    @Test fun `an endpoint registers the device, a new one updates it, and losing it deletes the device`() {
        world.start()
        val service = Robolectric.buildService(PushgraphPushService::class.java).create().get()
        service.onNewEndpoint(PushEndpoint("https://ntfy.example.com/up1", PublicKeySet("key", "auth"), false), "default")
        eventually("the registration") { world.push.deviceId != null && world.push.pending == 0 }
        val device = world.service.bodies("/devices").single()
        assertEquals("unifiedpush", device.getString("platform"))
        assertFalse(device.has("token"))
        assertEquals("https://ntfy.example.com/up1", device.getJSONObject("subscription").getString("endpoint"))
        assertEquals("auth", device.getJSONObject("subscription").getJSONObject("keys").getString("auth"))
        service.onNewEndpoint(PushEndpoint("https://ntfy.example.com/up2", PublicKeySet("key", "auth"), false), "default")
        eventually("the change") {
            world.service.bodies("/devices/1").any { it.optJSONObject("subscription")?.getString("endpoint")?.endsWith("up2") == true }
        }
        service.onRegistrationFailed(FailedReason.NETWORK, "default")
        service.onUnregistered("default")
        eventually("the end") { world.service.count("DELETE", "/devices/1") == 1 && world.push.deviceId == null }
        world.push.track("order")
        service.onNewEndpoint(PushEndpoint("https://ntfy.example.com/up3", PublicKeySet("key", "auth"), false), "default")
        eventually("the new device") { world.push.deviceId == "2" && world.push.pending == 0 }
        assertEquals("unifiedpush", world.service.bodies("/devices")[1].getString("platform"))
    }

    @Test fun `both Web Push formats become the same message`() {
        val flat = requireNotNull(Message.ofWebPush("""{"title":"Sale","body":"Now","link":"https://a.example","tag":"t","receipt":"r"}"""))
        assertEquals(listOf("Sale", "Now", "https://a.example", "t", "r"), listOf(flat.title, flat.text, flat.link, flat.id, flat.receipt))
        val declarative = requireNotNull(Message.ofWebPush(DECLARATIVE))
        assertEquals(mapOf("order" to "17"), declarative.data)
        assertEquals("sample://buy", declarative.buttons.single().link)
        for (bad in listOf("", "[]", "{", "null", "7", "\u0000")) assertTrue(bad, Message.ofWebPush(bad) == null)
        assertFalse(PushgraphAndroid.receiveWebPush(world.app, "{}"))
    }

    private fun registration(): Intent? =
        shadowOf(world.app).broadcastIntents.lastOrNull { it.action == "org.unifiedpush.android.distributor.REGISTER" }

    private fun addDistributor() {
        val manager = shadowOf(world.app.packageManager)
        val app = ApplicationInfo().apply { packageName = DISTRIBUTOR }
        manager.installPackage(PackageInfo().apply { packageName = DISTRIBUTOR; applicationInfo = app })
        val receiver = ActivityInfo().apply {
            packageName = DISTRIBUTOR
            name = "$DISTRIBUTOR.Receiver"
            exported = true
            applicationInfo = app
        }
        manager.addOrUpdateReceiver(receiver)
        val action = IntentFilter("org.unifiedpush.android.distributor.REGISTER")
        manager.addIntentFilterForReceiver(ComponentName(DISTRIBUTOR, receiver.name), action)
    }

    private companion object {
        const val DISTRIBUTOR = "io.example.distributor"
        const val DECLARATIVE = """{"title":"Sale","body":"Half price!","link":"https://a.example","app_badge":4,"tag":"tag-1",
            "web_push":8030,"mutable":true,"notification":{"title":"Sale","body":"Half price!","navigate":"https://a.example",
            "actions":[{"navigate":"sample://buy","action":"buy","title":"Buy now"}],"tag":"tag-1",
            "data":{"order":"17","receipt":"receipt-8"}},"receipt":"receipt-8"}"""
    }
}
