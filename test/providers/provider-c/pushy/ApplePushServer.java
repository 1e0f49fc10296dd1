import com.eatthepath.pushy.apns.auth.ApnsVerificationKey;
import com.eatthepath.pushy.apns.server.MockApnsServerBuilder;
import com.eatthepath.pushy.apns.server.MockApnsServerListener;
import com.eatthepath.pushy.apns.server.PushNotificationHandler;
import com.eatthepath.pushy.apns.server.RejectionReason;
import com.eatthepath.pushy.apns.server.ValidatingPushNotificationHandlerFactory;
import io.netty.buffer.ByteBuf;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.handler.codec.http2.Http2Headers;
import java.io.File;
import java.io.FileInputStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.Set;

/**
 * Pushy's validating server, which refuses what Apple refuses. Arguments: certificate, its key, public key of the
 * application, team id, key id, topic, device tokens. Prints its port, then a line for each message.
 */
public class ApplePushServer {
  public static void main(String[] args) throws Exception {
    String topic = args[5];
    var key = ApnsVerificationKey.loadFromInputStream(new FileInputStream(args[2]), args[3], args[4]);
    var handlers =
        new ValidatingPushNotificationHandlerFactory(
            Map.of(topic, Set.of(args[6].split(","))), Map.of(), Map.of(args[4], key), Map.of(key, Set.of(topic)));
    var server =
        new MockApnsServerBuilder()
            .setServerCredentials(new File(args[0]), new File(args[1]), null)
            .setEventLoopGroup(new NioEventLoopGroup(1))
            .setUseAlpn(true)
            .setHandlerFactory(session -> derFirst(handlers.buildHandler(session)))
            .setListener(new Printer())
            .build();
    System.out.println("port " + server.start(0).get());
    System.in.read();
    server.shutdown().get();
    System.exit(0);
  }

  /** Pushy verifies the DER form of a signature. RFC 7518 says r and s side by side, which Apple accepts. */
  static PushNotificationHandler derFirst(PushNotificationHandler handler) {
    return (headers, payload) -> {
      String token = headers.get("authorization").toString();
      int dot = token.lastIndexOf('.') + 1;
      byte[] plain = Base64.getUrlDecoder().decode(token.substring(dot));
      if (plain.length != 64) throw new IllegalStateException("A signature of ES256 has 64 bytes.");
      byte[] r = new BigInteger(1, Arrays.copyOf(plain, 32)).toByteArray();
      byte[] s = new BigInteger(1, Arrays.copyOfRange(plain, 32, 64)).toByteArray();
      var der = ByteBuffer.allocate(6 + r.length + s.length);
      der.put((byte) 0x30).put((byte) (4 + r.length + s.length));
      der.put((byte) 2).put((byte) r.length).put(r).put((byte) 2).put((byte) s.length).put(s);
      String signature = Base64.getUrlEncoder().withoutPadding().encodeToString(der.array());
      headers.set("authorization", token.substring(0, dot) + signature);
      handler.handlePushNotification(headers, payload);
    };
  }

  static class Printer implements MockApnsServerListener {
    @Override
    public void handlePushNotificationAccepted(Http2Headers headers, ByteBuf payload) {
      byte[] body = payload.toString(StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8);
      System.out.println("accepted " + Base64.getEncoder().encodeToString(body));
    }

    @Override
    public void handlePushNotificationRejected(
        Http2Headers headers, ByteBuf payload, RejectionReason reason, Instant since) {
      System.out.println("rejected " + reason);
    }
  }
}
