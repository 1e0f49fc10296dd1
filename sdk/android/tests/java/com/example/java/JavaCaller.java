package com.example.java;

import android.app.Activity;
import android.content.Context;
import io.pushgraph.android.Permission;
import io.pushgraph.android.PushgraphAndroid;
import io.pushgraph.core.Pushgraph;
import io.pushgraph.core.ReceiptKind;
import io.pushgraph.fcm.PushgraphFcm;
import io.pushgraph.unifiedpush.PushgraphUnifiedPush;
import java.util.Collections;
import java.util.Map;

/** The whole API as Java calls it: this file only has to compile. */
public final class JavaCaller {
    private JavaCaller() {}

    static void listen() {
        PushgraphAndroid.onOpen(opened -> opened.getButton() != null && opened.getMessage().getLink() == null);
        PushgraphAndroid.onForeground(message -> message.getTitle() == null);
        PushgraphAndroid.onDismiss(message -> message.getData().size());
        PushgraphAndroid.onSilent(message -> message.isSilent());
        PushgraphAndroid.onProblem(problem -> System.err.println(problem.getMessage()));
    }

    static void use(Activity activity, Map<String, String> data) {
        Pushgraph push = PushgraphAndroid.get(activity);
        PushgraphAndroid.requestPermission(activity);
        PushgraphAndroid.requestPermission(activity, permission -> listen());
        push.login("user-17");
        push.login("user-17", "hash");
        push.logout();
        push.setTags(Collections.singleton("vip"));
        push.setAttributes(Collections.singletonMap("orders", 3));
        push.update(Collections.singletonMap("language", "de"));
        push.track("order");
        push.track("order", "order 17", Collections.singletonMap("total", 42));
        push.receipt("receipt", ReceiptKind.CLICKED);
        push.preferences("de", preferences -> System.err.println(preferences));
        push.setPreferences(Collections.singletonMap("news", false), null, preferences -> push.online());
        PushgraphAndroid.receive(activity, data);
        PushgraphAndroid.opened(activity, activity.getIntent());
        PushgraphAndroid.setBadge(activity, 0);
        PushgraphFcm.setToken(activity, "token");
        PushgraphUnifiedPush.choose(activity, isFound -> listen());
    }

    static boolean mayShow(Context context) {
        PushgraphAndroid.start(context, "17", "https://push.example.com").setToken("token");
        return PushgraphAndroid.permission(context) == Permission.GRANTED;
    }
}
