import { describe, expect, test } from '@jest/globals';
import { EnvReader } from '../../../src/config/env-reader.js';
import { readSmtp, type SmtpConfig } from '../../../src/config/smtp-url.js';
import { openSmtpMailer } from '../../../src/services/alerts/smtp-mailer.js';
import { makeTls } from '../../support/fakes/tls.js';
import { MailServer } from './mail-server.js';

const MAIL = { to: 'ops@example.com', subject: 'An alert', text: 'Something is wrong.\nLook.' };
const FROM = 'push@example.com';

const configOf = (url: string): SmtpConfig => {
  const config = readSmtp(new EnvReader({ SMTP_URL: url, SMTP_FROM: FROM }));
  if (!config) throw new Error('no server');
  return config;
};

describe('e-mails', () => {
  test('use STARTTLS or TLS, with a password, and only to a trusted server', async () => {
    const { ca, cert, key } = await makeTls();
    for (const [scheme, secure] of [
      ['smtp', false],
      ['smtps', true],
    ] as const) {
      await using server = await MailServer.start({ secure, cert, key, authOptional: false });
      const config = configOf(`${scheme}://me:pa%25ss@localhost:${server.port}`);
      const mailer = openSmtpMailer({ ...config, requiresTls: !secure }, { ca });
      await mailer.send(MAIL);
      mailer.close();
      expect(server.received).toEqual([
        expect.objectContaining({ isEncrypted: true, user: 'me', from: FROM, to: [MAIL.to] }),
      ]);
      expect(server.received[0]?.raw).toContain('Something is wrong.');
      const distrustful = openSmtpMailer({ ...config, requiresTls: !secure });
      await expect(distrustful.send(MAIL)).rejects.toThrow(/certificate|self.signed/i);
      distrustful.close();
      const wrong = openSmtpMailer({ ...config, requiresTls: !secure, password: 'hunter2' }, { ca });
      await expect(wrong.send(MAIL)).rejects.not.toThrow(/hunter2/);
      wrong.close();
      expect(server.received.length).toBe(1);
    }
  });

  test('are not sent unencrypted if TLS is required', async () => {
    await using server = await MailServer.start({ disabledCommands: ['STARTTLS'] });
    const mailer = openSmtpMailer({ ...configOf(`smtp://localhost:${server.port}`), requiresTls: true });
    await expect(mailer.send(MAIL)).rejects.toMatchObject({ code: 'ETLS' });
    mailer.close();
    expect(server.received).toEqual([]);
  });

  test('cannot get extra headers or recipients from a text or an address', async () => {
    await using server = await MailServer.start({ disabledCommands: ['AUTH', 'STARTTLS'] });
    const mailer = openSmtpMailer(configOf(`smtp://localhost:${server.port}`));
    const subject = 'A\r\nBcc: victim@example.com\r\n\r\nbody\u2028x\u0000';
    await mailer.send({ to: MAIL.to, subject, text: '.\r\nRCPT TO:<victim@example.com>\r\n.\r\n' });
    for (const to of ['a@b.de, victim@example.com', 'a@b.de\r\nBcc: victim@example.com']) {
      await mailer.send({ ...MAIL, to }).catch(() => undefined);
    }
    mailer.close();
    const [mail] = server.received;
    expect(mail?.to).toEqual([MAIL.to]);
    const headers = mail?.raw.split('\r\n\r\n')[0] ?? '';
    expect(headers).toMatch(/^Subject: A Bcc: victim@example.com body x\r?$/m);
    expect(headers).not.toMatch(/^Bcc:/m);
    for (const { to } of server.received) expect(to).not.toContain('victim@example.com');
  });
});

test.each([
  ['smtp://mail.example', { host: 'mail.example', port: 587, isTls: false, requiresTls: true, user: null }],
  ['smtps://me:p%40ss@mail.example', { port: 465, isTls: true, requiresTls: false, user: 'me', password: 'p@ss' }],
  ['smtp://127.0.0.1:25', { port: 25, requiresTls: false }],
  ['smtp://[::1]', { host: '::1', requiresTls: false }],
])('%s is a valid server', (url, expected) => {
  expect(configOf(url)).toMatchObject(expected);
});

test('e-mails are off without both settings, and errors do not contain the password', () => {
  const read = (env: Record<string, string>) => readSmtp(new EnvReader(env));
  expect(read({})).toBeNull();
  expect(() => read({ SMTP_URL: 'smtp://x' })).toThrow(/SMTP_FROM/);
  expect(() => read({ SMTP_FROM: FROM })).toThrow(/SMTP_URL/);
  for (const url of [
    'http://me:hunter2@x',
    'smtp://me:hunter2@x/path',
    'smtp://me:hunter2@x?tls=no',
    'smtp://me:%hunter2@x',
    'hunter2',
  ]) {
    const attempt = () => read({ SMTP_URL: url, SMTP_FROM: FROM });
    expect(attempt).toThrow(/SMTP_URL/);
    expect(attempt).not.toThrow(/hunter2/);
  }
  for (const from of ['nobody', 'a@b\r\nBcc: c@d', 'A <a@b>']) {
    expect(() => read({ SMTP_URL: 'smtp://x', SMTP_FROM: from })).toThrow(/SMTP_FROM/);
  }
});
