import { openCollector } from '../../../src/adapters/audit/open-collector.ts';
import { SyslogCollector } from '../../../src/adapters/audit/syslog-collector.ts';
import { KnownErrorDescriber } from '../../../src/adapters/system/known-error-describer.ts';
import { parseConfig } from '../../../src/config.ts';
import { entryJson } from '../../../src/domain/audit/entry-fields.ts';
import type { AuditEntry } from '../../../src/domain/audit/entry.ts';
import type { AuditCollector } from '../../../src/domain/audit/ports.ts';
import { someEntries } from '../../support/audit-entries.ts';
import { CERTIFICATE, framesOf, startSyslogServer, type SyslogServer } from '../../vendors/syslog-server.ts';
import { startWebService, type WebService } from '../../vendors/web-service.ts';

const never = new AbortController().signal;

/** The code of Node's own errors, which Jest does not take for errors; else what the admin reads. */
const faultOf = (collector: AuditCollector, entries: readonly AuditEntry[], signal = never): Promise<string> =>
  collector.send(entries, signal).then(
    () => 'none',
    (error: Error & { code?: string }) => error.code ?? new KnownErrorDescriber().describe(error),
  );

/** More than the buffers of both systems take at once. */
let manyEntries: readonly AuditEntry[];
beforeAll(async () => {
  manyEntries = await someEntries(2000, JSON.stringify('x'.repeat(7000)));
});

describe.each([
  ['TCP', false],
  ['TLS', true],
] as const)('syslog over %s', (_, isTls) => {
  let server: SyslogServer;
  beforeAll(async () => void (server = await startSyslogServer({ isTls })));
  afterAll(() => server.close());
  beforeEach(() => {
    server.behaviour = 'takes';
    server.streams.length = 0;
  });
  const collector = () =>
    new SyslogCollector(
      { host: '127.0.0.1', port: server.port, isTls, ca: isTls ? CERTIFICATE : undefined },
      'chat.example.org',
    );

  test('every entry is a message of RFC 5424, counted, in order', async () => {
    const entries = await someEntries(3);
    await collector().send(entries, never);
    const [stream = ''] = server.streams;
    const frames = framesOf(stream);
    expect(frames).toHaveLength(3);
    expect(stream).toMatch(/^[\x20-\x7e]*$/);
    const [first = '', second = ''] = frames;
    expect(first).toMatch(/^<110>1 2026-01-15T12:00:00\.000Z chat\.example\.org parley - user\.suspend - \{/);
    expect(second).toMatch(/^<108>1 /); // a refusal is a warning
    expect(frames.map((frame) => JSON.parse(frame.slice(frame.indexOf('{'))))).toEqual(
      entries.map((entry) => JSON.parse(entryJson(entry))),
    );
  });

  test.each(['closes in the middle', 'closes at once', 'breaks off'] as const)(
    'a server that %s has not taken it',
    async (behaviour) => {
      server.behaviour = behaviour;
      expect(await faultOf(collector(), manyEntries)).toMatch(
        /^(ECONNRESET|EPIPE|The server closed the connection.*)$/,
      );
      server.behaviour = 'takes';
      await collector().send(manyEntries, never);
      expect(framesOf(server.streams.at(-1) ?? '')).toHaveLength(2000);
    },
  );

  test('a server that hangs ends with the time that is given', async () => {
    server.behaviour = 'hangs';
    const abort = new AbortController();
    const fault = faultOf(collector(), manyEntries, abort.signal);
    setImmediate(() => abort.abort());
    expect(await fault).toBe('ETIMEDOUT');
  });

  test('nobody answers at the address', async () => {
    const away = await startSyslogServer({ isTls });
    await away.close();
    const ca = isTls ? CERTIFICATE : undefined;
    const nowhere = new SyslogCollector({ host: '127.0.0.1', port: away.port, isTls, ca }, 'chat.example.org');
    expect(await faultOf(nowhere, await someEntries(1))).toBe('ECONNREFUSED');
  });
});

test('a server whose certificate is not trusted gets nothing', async () => {
  const server = await startSyslogServer({ isTls: true });
  const collector = new SyslogCollector({ host: '127.0.0.1', port: server.port, isTls: true, ca: undefined }, 'host');
  expect(await faultOf(collector, await someEntries(1))).toBe('DEPTH_ZERO_SELF_SIGNED_CERT');
  expect(server.streams).toEqual([]);
  await server.close();
});

describe('HTTP', () => {
  let service: WebService;
  beforeAll(async () => void (service = await startWebService(() => ({ json: {} }))));
  afterAll(() => service.close());
  const collector = () => {
    const opened = openCollector({
      AUDIT_FORWARD_URL: `${service.url}/audit?source=parley`,
      AUDIT_FORWARD_TOKEN: 'a-token',
      APP_URL: 'https://chat.example.org',
    });
    if (!opened) throw new Error('no collector');
    return opened;
  };

  test('entries are JSON lines with the token', async () => {
    service.answer = () => ({ status: 204, json: {} });
    const entries = await someEntries(3);
    await collector().send(entries, never);
    const call = service.calls.at(-1);
    expect(call).toMatchObject({
      method: 'POST',
      path: '/audit?source=parley',
      headers: { authorization: 'Bearer a-token', 'content-type': 'application/x-ndjson' },
    });
    expect(
      call?.body
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(entries.map((entry) => JSON.parse(entryJson(entry))));
  });

  test.each([
    [401, 'It does not accept the key (401)'],
    [413, 'It refuses the call (413)'],
    [503, 'It has trouble of its own (503)'],
  ])('a %i is a failure', async (status, reason) => {
    service.answer = () => ({ status, json: { secret: 'not for the log' } });
    expect(await faultOf(collector(), await someEntries(1))).toBe(`The server did not take the entries: ${reason}`);
  });

  test('a redirect is not followed, so the token goes nowhere else', async () => {
    service.answer = () => ({ status: 307, json: {}, headers: { Location: `${service.url}/elsewhere` } });
    const before = service.calls.length;
    expect(await faultOf(collector(), await someEntries(1))).not.toBe('none');
    expect(service.calls).toHaveLength(before + 1);
  });

  test('a server that cuts the connection has not taken it', async () => {
    service.answer = () => undefined;
    expect(await faultOf(collector(), await someEntries(1))).not.toBe('none');
  });
});

describe('the address', () => {
  const faultsOf = (env: Record<string, string>) => {
    const parsed = parseConfig({ APP_SECRET: 'k3J9x0Qm2LpV7sTzR5wYbN8cHfGdA1eU', ...env });
    return 'faults' in parsed ? parsed.faults : [];
  };

  test.each([
    'syslog+tls://logs.example.org',
    'syslog+tcp://10.0.0.7:5140',
    'syslog+tls://[2001:db8::1]:6514',
    'https://logs.example.org/ingest?index=parley',
    'http://10.0.0.7:8080/',
  ])('%s is one', (url) => {
    expect(faultsOf({ AUDIT_FORWARD_URL: url })).toEqual([]);
  });

  test.each([
    'syslog+tcp://logs.example.org?tls=true',
    'logs.example.org',
    'syslog://logs.example.org',
    'syslog+udp://logs.example.org',
    'syslog+tls://logs.example.org/path',
    'syslog+tls://',
    'https://user:password@logs.example.org',
    'file:///etc/passwd',
  ])('%s is none, and is not repeated', (url) => {
    const faults = faultsOf({ AUDIT_FORWARD_URL: url });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(/^AUDIT_FORWARD_URL: must be /);
  });

  test('a token or certificates that nothing uses are a fault', () => {
    expect(faultsOf({ AUDIT_FORWARD_URL: 'syslog+tls://logs.example.org', AUDIT_FORWARD_TOKEN: 'a' })).toEqual([
      'AUDIT_FORWARD_TOKEN is set, but AUDIT_FORWARD_URL is no web address',
    ]);
    expect(faultsOf({ AUDIT_FORWARD_URL: 'https://logs.example.org', AUDIT_FORWARD_CA_FILE: '/ca.pem' })).toEqual([
      'AUDIT_FORWARD_CA_FILE is set, but AUDIT_FORWARD_URL is not syslog+tls://',
    ]);
    expect(faultsOf({ AUDIT_FORWARD_TOKEN: 'a' })).toHaveLength(1);
  });
});
