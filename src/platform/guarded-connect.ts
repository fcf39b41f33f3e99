import { lookup as systemLookup } from 'node:dns/promises';
import { isIP, type LookupFunction, type Socket } from 'node:net';

import type { buildConnector } from 'undici';

import { PageNotAllowed } from '../domain/agents/errors.ts';
import { STEP_FAILURES } from '../shared/step-texts.ts';

/** Resolves all addresses of a host name. */
export type Resolve = (host: string) => Promise<readonly { readonly address: string; readonly family: number }[]>;

export const systemResolve: Resolve = (host) => systemLookup(host, { all: true });

/** Which network addresses may be contacted. */
export interface PermittedAddresses {
  permits(address: string, port: number): boolean;
}

type Connect = buildConnector.connector;

/** Our own DNS lookup; one forbidden address rejects the whole name. */
export const lookupWith =
  (addresses: PermittedAddresses, resolve: Resolve, port: number): LookupFunction =>
  (host, options, done) => {
    resolve(host).then(
      (resolved) => {
        const [first] = resolved;
        if (!first || !resolved.every(({ address }) => addresses.permits(address, port)))
          return done(new PageNotAllowed(STEP_FAILURES.addressNotPublic), '', 0);
        if (options.all) return done(null, [...resolved]);
        return done(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => done(error, '', 0),
    );
  };

/**
 * Connects to foreign hosts: a literal address is checked before, a name by every address it has, and the socket again
 * by its remote address. The check is part of connecting, so DNS rebinding cannot bypass it.
 */
export const guardedConnect =
  (build: typeof buildConnector, addresses: PermittedAddresses, resolve: Resolve, timeout: number): Connect =>
  (options, callback) => {
    const port = Number(options.port) || (options.protocol === 'https:' ? 443 : 80);
    const host = options.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0 && !addresses.permits(host, port))
      return callback(new PageNotAllowed(STEP_FAILURES.addressNotPublic), null);
    const connect = build({ timeout, lookup: lookupWith(addresses, resolve, port) });
    connect({ ...options, hostname: host }, (...result) => {
      const [error, socket] = result;
      if (error !== null) return callback(error, null);
      if (addresses.permits(remoteAddressOf(socket), port)) return callback(null, socket);
      socket.destroy();
      return callback(new PageNotAllowed(STEP_FAILURES.addressNotPublic), null);
    });
  };

const remoteAddressOf = (socket: Socket): string => socket.remoteAddress ?? '';
