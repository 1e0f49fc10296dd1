import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: string;
  readonly isEncrypted: boolean;
  readonly user: string | null;
}

/** A real SMTP server on loopback. It can refuse the first messages. */
export class MailServer implements AsyncDisposable {
  readonly received: ReceivedMail[] = [];
  refusals = 0;
  /** The text of a refusal. */
  refusal = 'Try again later';

  static async start(options: SMTPServerOptions = {}): Promise<MailServer> {
    const place: { mails?: MailServer } = {};
    const server = new SMTPServer({
      authOptional: true,
      ...options,
      onAuth: ({ username, password }, _session, done) => {
        if (password === 'pa%ss') return done(null, { user: username ?? '' });
        return done(new Error('Wrong password'));
      },
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const { mails } = place;
          if (!mails) return done();
          if (mails.refusals > 0) {
            mails.refusals -= 1;
            return done(Object.assign(new Error(mails.refusal), { responseCode: 451 }));
          }
          const { mailFrom, rcptTo } = session.envelope;
          mails.received.push({
            from: mailFrom ? mailFrom.address : '',
            to: rcptTo.map(({ address }) => address),
            raw: Buffer.concat(chunks).toString(),
            isEncrypted: session.secure,
            user: typeof session.user === 'string' ? session.user : null,
          });
          return done();
        });
      },
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
    place.mails = new MailServer(server);
    return place.mails;
  }

  private constructor(private readonly server: SMTPServer) {
    server.on('error', () => undefined);
  }

  get port(): number {
    return (this.server.server.address() as AddressInfo).port;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return new Promise((resolve) => this.server.close(() => resolve()));
  }
}
