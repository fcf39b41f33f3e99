import type { Transporter } from 'nodemailer';
import { z } from 'zod';

import { type RenderedEmail, mailProvider, type MailTransport } from './provider.ts';

const CONNECT_TIMEOUT_MS = 10_000;
const IDLE_TIMEOUT_MS = 20_000;
const MAX_CONNECTIONS = 3;

const isMailAddress = (value: string): boolean =>
  z.email().safeParse(/<([^<>]+)>\s*$/.exec(value)?.[1] ?? value).success;

/** Any SMTP server. */
export const smtp = mailProvider({
  id: 'smtp',
  label: 'SMTP',
  settings: z.object({
    SMTP_URL: z
      .url({ protocol: /^smtps?$/, error: 'must begin with smtp:// or smtps://' })
      .describe('Mail server: `smtp://user:password@host:587`, or `smtps://` for TLS from the first byte.'),
    MAIL_FROM: z
      .string()
      .max(320)
      .refine(isMailAddress, 'must be an address such as parley@example.org or Parley <parley@example.org>')
      .describe('Sender of all mails, such as `Parley <parley@example.org>`.'),
  }),
  enabledBy: 'SMTP_URL',
  remark: ({ SMTP_URL, MAIL_FROM }) => `${new URL(SMTP_URL).host}, from ${MAIL_FROM}`,
  connect: (settings) => new SmtpMailTransport(settings.SMTP_URL, settings.MAIL_FROM),
});

class SmtpMailTransport implements MailTransport {
  private transport: Promise<Transporter> | undefined;

  constructor(
    private readonly url: string,
    private readonly from: string,
  ) {}

  async send({ to, subject, text, html }: RenderedEmail): Promise<void> {
    const transport = await (this.transport ??= openTransport(this.url));
    await transport.sendMail({ from: this.from, to: { name: '', address: to }, subject, text, html });
  }

  async check(): Promise<void> {
    const transport = await (this.transport ??= openTransport(this.url));
    await transport.verify();
  }

  close(): void {
    void this.transport?.then((transport) => transport.close());
  }
}

/** The library is loaded with the first mail. */
const openTransport = async (url: string): Promise<Transporter> => {
  const { createTransport } = await import('nodemailer');
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === 'smtps:';
  return createTransport({
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    ...(username === ''
      ? {}
      : {
          auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
          requireTLS: !isLocal(hostname) && !secure,
        }),
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: IDLE_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
};

/** A password is never sent unencrypted, except to a server on this machine. */
const isLocal = (host: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(host);
