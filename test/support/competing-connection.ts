import { randomBytes } from 'node:crypto';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

import { createConnection } from 'mysql2/promise';
import { z } from 'zod';

import { type TcpProxy, startTcpProxy } from '../vendors/tcp-proxy.ts';

/** A second client of the same MySQL or MariaDB that bypasses our code. */
export const connectCompetitor = async (url: string) => {
  const connection = await createConnection({ uri: url });
  const query = async (sql: string, values: unknown[] = []) => {
    const [rows] = await connection.query(sql, values);
    return rows;
  };
  return {
    say: query,
    /** Resolves once a statement that contains `text` waits for a row lock. */
    async waitForLock(text: string): Promise<void> {
      // information_schema.innodb_trx may return a cached answer as long as it is polled often.
      for (;;) {
        const [row] = z.array(z.object({ Status: z.string() })).parse(await query('SHOW ENGINE INNODB STATUS'));
        const transactions = row?.Status.split('---TRANSACTION') ?? [];
        if (transactions.some((one) => one.includes('LOCK WAIT') && one.includes(text))) return;
        await query('DO SLEEP(0.05)');
      }
    },
    close: () => connection.end(),
  };
};

export const aName = (): string => `name-${randomBytes(4).toString('hex')}`;

/** `ways` proxies before one server, as if each were a node of a cluster. */
export const behindProxies = async (url: string, ways = 1): Promise<{ proxies: readonly TcpProxy[]; url: string }> => {
  const target = new URL(url);
  const proxies = await Promise.all(
    Array.from({ length: ways }, () => startTcpProxy({ host: target.hostname, port: Number(target.port) })),
  );
  const hosts = proxies.map(({ port }) => `127.0.0.1:${port}`).join(',');
  return { proxies, url: url.replace(target.host, hosts) };
};

const COM_QUERY = 3;
const READ_ONLY = '@@GLOBAL.read_only';

const errorPacket = (code: number, message: string): Buffer => {
  const body = Buffer.concat([Buffer.from([0xff, code & 0xff, code >> 8]), Buffer.from(`#HY000${message}`)]);
  return Buffer.concat([Buffer.from([body.length, 0, 0, 1]), body]);
};

/** The real server as a member of a group: while it is a replica, it says so and refuses writes. */
export const startGroupMember = async (url: string, isReplica: boolean) => {
  const { hostname, port } = new URL(url);
  const open = new Set<Socket>();
  const member = { isReplica, writes: 0, open: () => open.size };
  /** What goes on to the server; undefined: the client was refused. Each statement of a test fits into one chunk. */
  const passedOn = (near: Socket, chunk: Buffer): Buffer | undefined => {
    const sql = chunk[4] === COM_QUERY ? chunk.toString('latin1', 5) : '';
    if (sql.includes(READ_ONLY)) {
      const value = (member.isReplica ? '1' : '0').padEnd(READ_ONLY.length);
      return Buffer.from(chunk.toString('latin1').replace(READ_ONLY, value), 'latin1');
    }
    if (!/^\s*update/i.test(sql)) return chunk;
    if (member.isReplica) {
      near.write(errorPacket(1290, 'The MySQL server is running with the --super-read-only option'));
      return undefined;
    }
    member.writes += 1;
    return chunk;
  };
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    open.add(near);
    near.on('data', (chunk) => {
      const sent = passedOn(near, chunk);
      if (sent) far.write(sent);
    });
    far.pipe(near);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const)
      from.on('error', () => to.destroy()).on('close', () => to.destroy());
    near.on('close', () => open.delete(near));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(member, {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const near of open) near.destroy();
      }),
  });
};
