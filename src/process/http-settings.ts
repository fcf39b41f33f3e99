import { z } from 'zod';

import { decimal } from '../platform/decimal.ts';

const MB = 1024 * 1024;
const seconds = decimal(z.number().min(0.05).max(86_400));
const megabytes = decimal(z.number().min(0.01).max(100_000));
const count = decimal(z.number().int().min(1).max(1_000_000));

/** Limits of sockets, time and memory for clients (docs/adr/0026). */
export const HTTP_SETTINGS = z.object({
  HEADER_TIMEOUT_SECONDS: seconds
    .default(15)
    .describe('Timeout for the headers of a request, from the start of the connection or the first header byte.'),
  REQUEST_TIMEOUT_SECONDS: seconds
    .default(900)
    .describe('Timeout for receiving a whole request, body included. Replies may take longer.'),
  BODY_WINDOW_SECONDS: seconds
    .default(30)
    .describe(
      'A request body must bring BODY_BYTES_PER_SECOND in each window of this length, or its connection is closed.',
    ),
  BODY_BYTES_PER_SECOND: count.default(4096).describe('Minimum rate of a request body.'),
  KEEP_ALIVE_SECONDS: seconds
    .default(75)
    .describe('Idle timeout of a connection; longer than that of a proxy before Parley, which is mostly 60 seconds.'),
  READER_TIMEOUT_SECONDS: seconds
    .default(60)
    .describe('A client that reads none of the waiting data for this long is disconnected. Replies can be resumed.'),
  MAX_CONNECTIONS: count.default(10_000).describe('Open connections of one process.'),
  CONNECTIONS_PER_ADDRESS: count
    .default(1000)
    .describe('Open connections of one network address (IPv6: /64). Not counted for TRUSTED_PROXIES.'),
  BODY_BUDGET_MB: megabytes
    .default(256)
    .describe(
      'Memory budget for request bodies in one process, in megabytes; beyond it 503. ' +
        'Bodies up to 64 KB are not counted, and files are streamed to disk.',
    ),
  BODY_BUDGET_ACCOUNT_MB: megabytes
    .default(64)
    .describe('The same for one account; beyond it 429. A single body always passes.'),
  BODY_BUDGET_ADDRESS_MB: megabytes.default(128).describe('The same for one network address.'),
  BODY_BUDGET_UNVERIFIED_MB: megabytes
    .default(4)
    .describe(
      'The same for one account without a verified address, and for all of these and all visitors of one network ' +
        'address together.',
    ),
});

type HttpSettings = z.output<typeof HTTP_SETTINGS>;

const ms = (value: number): number => Math.round(value * 1000);

export const connectionLimits = (settings: HttpSettings) => ({
  headerMs: Math.min(ms(settings.HEADER_TIMEOUT_SECONDS), ms(settings.REQUEST_TIMEOUT_SECONDS)),
  requestMs: ms(settings.REQUEST_TIMEOUT_SECONDS),
  bodyWindowMs: ms(settings.BODY_WINDOW_SECONDS),
  bodyBytesPerSecond: settings.BODY_BYTES_PER_SECOND,
  keepAliveMs: ms(settings.KEEP_ALIVE_SECONDS),
  readerMs: ms(settings.READER_TIMEOUT_SECONDS),
  connections: settings.MAX_CONNECTIONS,
  connectionsPerAddress: settings.CONNECTIONS_PER_ADDRESS,
});

export const bodyBudgets = (settings: HttpSettings) => ({
  process: settings.BODY_BUDGET_MB * MB,
  account: settings.BODY_BUDGET_ACCOUNT_MB * MB,
  address: settings.BODY_BUDGET_ADDRESS_MB * MB,
  unverified: settings.BODY_BUDGET_UNVERIFIED_MB * MB,
});
