package io.pushgraph.android

import com.google.firebase.messaging.FirebaseMessaging
import com.google.firebase.messaging.RemoteMessage
import io.pushgraph.core.SystemClock
import io.pushgraph.fcm.FcmStart
import io.pushgraph.fcm.PushgraphMessagingService
import java.io.File
import org.json.JSONObject
import org.junit.Assert.assertEquals
import org.junit.Assume.assumeTrue
import org.junit.Test
import org.junit.runner.RunWith
import org.robolectric.Robolectric
import org.robolectric.RobolectricTestRunner
import org.robolectric.RuntimeEnvironment
import org.robolectric.Shadows.shadowOf
import org.robolectric.annotation.Config

/** An end-to-end test with the service that `test/sdk/android.verify.test.ts` starts. */
@RunWith(RobolectricTestRunner::class)
@Config(sdk = [35])
class RealServiceTest {
    private val address = System.getProperty("pushgraph.address")
    private val serviceId = System.getProperty("pushgraph.service").orEmpty()
    private val inbox = System.getProperty("pushgraph.inbox").orEmpty()

    @Test fun `from the start of the app to the click on a button`() {
        assumeTrue("a service runs", address != null)
        val app = RuntimeEnvironment.getApplication()
        FakeKeystore.install()
        Library.forget()
        Library.surroundings = Surroundings(DesktopNetwork(), SystemClock, KeystoreWrap()) { true }
        shadowOf(app).grantPermissions(PermissionActivity.POST)
        val push = PushgraphAndroid.start(app, serviceId, address)
        push.login("user-17")
        FirebaseMessaging.token = "token-of-android"
        Robolectric.buildContentProvider(FcmStart::class.java).create()
        eventually("the registration") { push.deviceId != null && push.pending == 0 }

        val file = File(inbox, "message.json")
        eventually("the message") { file.exists() }
        val data = JSONObject(file.readText())
        val members = data.keys().asSequence().associateWith(data::getString)
        Robolectric.buildService(PushgraphMessagingService::class.java).create().get()
            .onMessageReceived(RemoteMessage(members, null))
        val shown = app.service(android.app.NotificationManager::class.java).activeNotifications
        val notification = shown.single { it.id == Notifier.MESSAGE }.notification
        assertEquals("Sale", notification.extras.getString(android.app.Notification.EXTRA_TITLE))
        val button = notification.actions.single { it.title == "Buy now" }
        val intent = shadowOf(button.actionIntent).savedIntent
        Robolectric.buildActivity(OpenActivity::class.java, intent).create()
        assertEquals("sample://buy", shadowOf(app).nextStartedActivity.dataString)
        eventually("the receipts") { push.pending == 0 }
        FirebaseMessaging.token = null
        Library.forget()
    }
}
