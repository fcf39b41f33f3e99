import type { Transporter } from 'nodemailer';
import { z } from 'zod';

import { type Envelope, mailProvider, type Postman } from './provider.ts';

const CONNECT_MS = 10_000;
const IDLE_MS = 20_000;
const CONNECTIONS = 3;

const isMailAddress = (value: string): boolean =>
  z.email().safeParse(/<([^<>]+)>\s*$/.exec(value)?.[1] ?? value).success;

/** Any mail server that speaks SMTP. */
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
  switchedOnBy: 'SMTP_URL',
  connect: (set) => new SmtpPostman(set.SMTP_URL, set.MAIL_FROM),
});

class SmtpPostman implements Postman {
  private readonly url: string;
  private readonly from: string;
  private transport: Promise<Transporter> | undefined;

  constructor(url: string, from: string) {
    this.url = url;
    this.from = from;
  }

  async send({ to, subject, text, html }: Envelope): Promise<void> {
    const transport = await (this.transport ??= open(this.url));
    await transport.sendMail({ from: this.from, to: { name: '', address: to }, subject, text, html });
  }

  async check(): Promise<void> {
    const transport = await (this.transport ??= open(this.url));
    await transport.verify();
  }

  close(): void {
    void this.transport?.then((transport) => transport.close());
  }
}

/** The library is loaded with the first mail. */
const open = async (url: string): Promise<Transporter> => {
  const { createTransport } = await import('nodemailer');
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === 'smtps:';
  return createTransport({
    pool: true,
    maxConnections: CONNECTIONS,
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    ...(username === ''
      ? {}
      : {
          auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
          requireTLS: !isLocal(hostname) && !secure,
        }),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: IDLE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
};

/** A password is never sent in the clear, except to a server on this machine. */
const isLocal = (host: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(host);
