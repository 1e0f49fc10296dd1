/** An e-mail in plain text. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Sends e-mails; `app.ts` connects it with an SMTP server. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
  close(): void;
}
