package com.google.firebase.messaging;

import android.net.Uri;
import java.util.Collections;
import java.util.Map;

public final class RemoteMessage {
    private final Map<String, String> data;
    private final Notification notification;

    /** Only for tests. */
    public RemoteMessage(Map<String, String> data, Map<String, String> notification) {
        this.data = Collections.unmodifiableMap(data);
        this.notification = notification == null ? null : new Notification(notification);
    }

    public Map<String, String> getData() {
        return data;
    }

    public Notification getNotification() {
        return notification;
    }

    public static class Notification {
        private final Map<String, String> all;

        private Notification(Map<String, String> all) {
            this.all = all;
        }

        public String getTitle() {
            return all.get("title");
        }

        public String getBody() {
            return all.get("body");
        }

        public Uri getImageUrl() {
            String image = all.get("image");
            return image == null ? null : Uri.parse(image);
        }

        public String getChannelId() {
            return all.get("channel_id");
        }

        public String getTag() {
            return all.get("tag");
        }

        public String getColor() {
            return all.get("color");
        }

        public String getSound() {
            return all.get("sound");
        }

        public Integer getNotificationCount() {
            String count = all.get("notification_count");
            return count == null ? null : Integer.valueOf(count);
        }

        public Integer getVisibility() {
            String visibility = all.get("visibility");
            return visibility == null ? null : Integer.valueOf(visibility);
        }
    }
}
