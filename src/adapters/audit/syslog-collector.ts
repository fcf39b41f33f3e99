import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

import type { AuditEntry } from '../../domain/audit/entry.ts';
import { CollectorClosed } from '../../domain/audit/errors.ts';
import type { AuditCollector } from '../../domain/audit/ports.ts';
import { syslogFrame } from './syslog-message.ts';

const IDLE_TIMEOUT_MS = 20_000;

export interface SyslogServer {
  readonly host: string;
  readonly port: number;
  readonly isTls: boolean;
  /** Certificates that are trusted in place of the system's. */
  readonly ca: string | undefined;
}

const timeout = (): Error => Object.assign(new Error('timed out'), { code: 'ETIMEDOUT' });

const open = ({ host, port, isTls, ca }: SyslogServer): Socket =>
  isTls
    ? connectTls({ host, port, ...(isIP(host) === 0 ? { servername: host } : {}), ...(ca === undefined ? {} : { ca }) })
    : connectPlain({ host, port });

/**
 * Sends each batch over a connection of its own. Syslog has no answer, so the end of the connection is one: a server
 * that ends it after our end has taken what came before; one that ends it earlier, or resets it, has not.
 */
export class SyslogCollector implements AuditCollector {
  constructor(
    private readonly server: SyslogServer,
    /** Whom messages are from. */
    private readonly host: string,
  ) {}

  send(entries: readonly AuditEntry[], signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.reject(timeout());
    const socket = open(this.server);
    return new Promise((resolve, reject) => {
      let isTaken = false;
      const abort = () => socket.destroy(timeout());
      signal.addEventListener('abort', abort, { once: true });
      socket.setTimeout(IDLE_TIMEOUT_MS, abort);
      socket.on('error', reject);
      socket.on('end', () => {
        isTaken = socket.writableFinished;
        if (!isTaken) socket.destroy(new CollectorClosed());
      });
      socket.on('close', () => {
        signal.removeEventListener('abort', abort);
        if (isTaken) resolve();
        else reject(new CollectorClosed());
      });
      socket.resume(); // the end is seen by a reader only
      socket.end(entries.map((entry) => syslogFrame(entry, this.host)).join(''));
    });
  }
}
