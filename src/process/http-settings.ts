import { z } from 'zod';

const MB = 1024 * 1024;
const seconds = z.coerce.number().min(0.05).max(86_400);
const megabytes = z.coerce.number().min(0.01).max(100_000);
const count = z.coerce.number().int().min(1).max(1_000_000);

/** Limits of sockets, time and memory for clients (docs/adr/0026). */
export const HTTP_SETTINGS = z.object({
  HEADER_TIMEOUT_SECONDS: seconds
    .default(15)
    .describe(
      'How long a new connection may take to send the head of its first request; also for each later head once it has begun.',
    ),
  REQUEST_TIMEOUT_SECONDS: seconds
    .default(900)
    .describe('How long a whole request may take to arrive, body included. Replies may take longer.'),
  BODY_WINDOW_SECONDS: seconds
    .default(30)
    .describe(
      'A body has to bring BODY_BYTES_PER_SECOND in each span of so many seconds, or its connection is closed.',
    ),
  BODY_BYTES_PER_SECOND: count.default(4096).describe('Least pace of a body.'),
  KEEP_ALIVE_SECONDS: seconds
    .default(75)
    .describe(
      'How long a connection stays open without a request; longer than a proxy before Parley keeps it, which is mostly 60 seconds.',
    ),
  READER_TIMEOUT_SECONDS: seconds
    .default(60)
    .describe('A reader that takes nothing of what waits for it for so long is cut off. Replies can be gone on with.'),
  MAX_CONNECTIONS: count.default(10_000).describe('Open connections of one process.'),
  CONNECTIONS_PER_ADDRESS: count
    .default(1000)
    .describe('Open connections of one network address (IPv6: /64). Not counted for TRUSTED_PROXIES.'),
  BODY_BUDGET_MB: megabytes
    .default(256)
    .describe(
      'Megabytes that bodies in flight may hold in one process; beyond it 503. Bodies of less than 64 KB are not counted, and files go to the disk as they come.',
    ),
  BODY_BUDGET_ACCOUNT_MB: megabytes
    .default(64)
    .describe('The same for one account; beyond it 429. One body may always come.'),
  BODY_BUDGET_ADDRESS_MB: megabytes.default(128).describe('The same for one network address.'),
  BODY_BUDGET_UNVERIFIED_MB: megabytes
    .default(4)
    .describe(
      'The same for one account without a verified address, and for all of them and all visitors of one network address together.',
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
