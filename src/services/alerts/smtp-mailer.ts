import { createTransport } from 'nodemailer';
import type { SmtpConfig } from '../../config/smtp-url.js';
import type { Mailer } from '../../ports/mailer.js';

const TIMEOUT_MS = 15_000;
const MAX_SUBJECT = 200;

/** Sends e-mails by SMTP. */
export const openSmtpMailer = (
  { host, port, isTls, requiresTls, user, password, from }: SmtpConfig,
  { ca }: { readonly ca?: string | undefined } = {},
): Mailer => {
  const transport = createTransport({
    ...{ host, port, secure: isTls, requireTLS: requiresTls },
    ...(user === null ? {} : { auth: { user, pass: password ?? '' } }),
    ...{
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
      dnsTimeout: TIMEOUT_MS,
    },
    ...(ca === undefined ? {} : { tls: { ca } }),
    // Texts of users must not name files or addresses to attach.
    ...{ disableFileAccess: true, disableUrlAccess: true, logger: false },
  });
  return {
    send: async ({ to, subject, text }) => {
      // Objects are not parsed, so an address cannot become a list or a header.
      const address = { name: '', address: to };
      await transport.sendMail({ from, to: address, subject: toOneLine(subject), text });
    },
    close: () => transport.close(),
  };
};

const toOneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .slice(0, MAX_SUBJECT)
    .trim();
