import { connect, isIP, type Socket } from 'node:net';

import type { Transporter } from 'nodemailer';
import { z } from 'zod';

import { EmailRefused } from '../../domain/accounts/errors.ts';
import { PageNotAllowed } from '../../domain/agents/errors.ts';
import { STEP_FAILURES } from '../../shared/step-texts.ts';
import { lookupWith, type PermittedAddresses, systemResolve } from '../../platform/guarded-connect.ts';
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
  connect: (settings, { addresses }) => new SmtpMailTransport(settings.SMTP_URL, settings.MAIL_FROM, addresses),
});

class SmtpMailTransport implements MailTransport {
  private transport: Promise<Transporter> | undefined;

  constructor(
    private readonly url: string,
    private readonly from: string,
    private readonly addresses: PermittedAddresses | undefined,
  ) {}

  async send({ to, subject, text, html }: RenderedEmail): Promise<void> {
    const transport = await (this.transport ??= openTransport(this.url, this.addresses));
    const mail = { from: this.from, to: { name: '', address: to }, subject, text, html };
    await transport.sendMail(mail).catch((error: unknown) => {
      throw isRefusal(error) ? new EmailRefused(error) : error;
    });
  }

  async check(): Promise<void> {
    const transport = await (this.transport ??= openTransport(this.url, this.addresses));
    await transport.verify();
  }

  close(): void {
    void this.transport?.then((transport) => transport.close());
  }
}

const failure = z.object({ code: z.string(), command: z.string().optional(), responseCode: z.number().optional() });

/**
 * A permanent reply (5xx) to the recipient or to the text, or an address that no server takes. A refused sender or
 * password is the operator's fault, who may mend it; 4xx is greylisting or a server that is busy.
 */
const isRefusal = (error: unknown): boolean => {
  const { data } = failure.safeParse(error);
  if (!data || !['EENVELOPE', 'EMESSAGE'].includes(data.code) || data.command === 'MAIL FROM') return false;
  return data.responseCode === undefined || data.responseCode >= 500;
};

/** The library is loaded with the first mail. */
const openTransport = async (url: string, addresses: PermittedAddresses | undefined): Promise<Transporter> => {
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
    ...(addresses ? { getSocket: guardedSocket(addresses) } : {}),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
};

type SocketOptions = { readonly host?: string | undefined; readonly port?: number | string | undefined };
type SocketCallback = (error: Error | null, socket?: { connection: Socket }) => void;

/** A socket to a permitted address; a name is checked by every address it has. */
const guardedSocket =
  (addresses: PermittedAddresses) =>
  ({ host = '', port: named }: SocketOptions, callback: SocketCallback): void => {
    const port = Number(named);
    if (isIP(host) !== 0 && !addresses.permits(host, port))
      return callback(new PageNotAllowed(STEP_FAILURES.addressNotPublic));
    const socket = connect({ host, port, lookup: lookupWith(addresses, systemResolve, port) });
    const fail = (error: Error): void => {
      socket.destroy();
      callback(error);
    };
    const late = (): void => fail(Object.assign(new Error('No connection in time'), { code: 'ETIMEDOUT' }));
    socket.setTimeout(CONNECT_TIMEOUT_MS, late);
    socket.once('error', fail);
    socket.once('connect', () => {
      socket.setTimeout(0);
      socket.off('timeout', late);
      socket.off('error', fail);
      callback(null, { connection: socket });
    });
  };

/** A password is never sent unencrypted, except to a server on this machine. */
const isLocal = (host: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(host);
