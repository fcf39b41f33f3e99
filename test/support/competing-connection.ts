import { randomBytes } from 'node:crypto';

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
