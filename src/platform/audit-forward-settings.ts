import { z } from 'zod';

import type { Env } from './provider-registry.ts';

const PROTOCOLS = ['syslog+tcp:', 'syslog+tls:', 'http:', 'https:'];

/** Where the audit log is sent to. */
export const AUDIT_FORWARD_SETTINGS = z.object({
  AUDIT_FORWARD_URL: z
    .string()
    .refine(
      (url) => parseForwardUrl(url) !== undefined,
      'must be syslog+tls://HOST:PORT, syslog+tcp://HOST:PORT or a web address, without a password in it',
    )
    .optional()
    .describe(
      'Where every entry of the audit log is sent (docs/audit-log.md): `syslog+tls://HOST:6514`, ' +
        '`syslog+tcp://HOST:514`, or an `https://` address that takes JSON lines. It may be in a private network.',
    ),
  AUDIT_FORWARD_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{1,4096}$/, 'must be printable characters without spaces')
    .optional()
    .describe('Bearer token for a web address in AUDIT_FORWARD_URL.'),
  AUDIT_FORWARD_CA_FILE: z
    .string()
    .min(1)
    .optional()
    .describe(
      'File with the certificates (PEM) that the server of `syslog+tls://` is checked against. Default: those of Node.',
    ),
});

export type ForwardTarget =
  | { readonly kind: 'http'; readonly url: string }
  | { readonly kind: 'syslog'; readonly host: string; readonly port: number; readonly isTls: boolean };

const DEFAULT_PORTS = { tls: 6514, tcp: 514 };

/** Undefined for what is none. */
export const parseForwardUrl = (text: string): ForwardTarget | undefined => {
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(text);
  if (!PROTOCOLS.includes(protocol) || hostname === '' || username !== '' || password !== '') return undefined;
  if (!protocol.startsWith('syslog')) return { kind: 'http', url: text };
  if (!['', '/'].includes(pathname + search + hash)) return undefined;
  const isTls = protocol === 'syslog+tls:';
  const host = hostname.replace(/^\[|\]$/g, '');
  return { kind: 'syslog', host, port: Number(port) || (isTls ? DEFAULT_PORTS.tls : DEFAULT_PORTS.tcp), isTls };
};

/** A fault names its variable, never its value. An address that is none is reported apart. */
export const forwardFaults = (env: Env): readonly string[] => {
  const { AUDIT_FORWARD_URL: url = '', AUDIT_FORWARD_TOKEN: token, AUDIT_FORWARD_CA_FILE: caFile } = env;
  const faults: string[] = [];
  if (token !== undefined && !url.startsWith('http'))
    faults.push('AUDIT_FORWARD_TOKEN is set, but AUDIT_FORWARD_URL is no web address');
  if (caFile !== undefined && !url.startsWith('syslog+tls:'))
    faults.push('AUDIT_FORWARD_CA_FILE is set, but AUDIT_FORWARD_URL is not syslog+tls://');
  return faults;
};
