import { randomBytes } from 'node:crypto';

import { createConnection } from 'mysql2/promise';

import { type TcpProxy, startTcpProxy } from '../vendors/tcp-proxy.ts';

/** Another program's connection to the same MySQL or MariaDB, past all of our code. */
export const connectRival = async (url: string) => {
  const connection = await createConnection({ uri: url });
  const say = async (sql: string, values: unknown[] = []) => {
    const [rows] = await connection.query(sql, values);
    return rows;
  };
  return {
    say,
    /** Resolves once a statement with `text` in it waits for a row that somebody else holds. */
    async sees(text: string): Promise<void> {
      const waits = "SELECT 1 FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT' AND trx_query LIKE ?";
      for (;;) {
        const rows = await say(waits, [`%${text}%`]);
        if (Array.isArray(rows) && rows.length > 0) return;
        await say('DO SLEEP(0.12)'); // asked more often, the server repeats its last answer for ever
      }
    },
    close: () => connection.end(),
  };
};

export const aName = (): string => `name-${randomBytes(4).toString('hex')}`;


/** `ways` proxies before one server, as if each were a server of a cluster. */
export const behindProxies = async (url: string, ways = 1): Promise<{ proxies: readonly TcpProxy[]; url: string }> => {
  const target = new URL(url);
  const proxies = await Promise.all(Array.from({ length: ways }, () => startTcpProxy({ host: target.hostname, port: Number(target.port) })));
  const hosts = proxies.map(({ port }) => `127.0.0.1:${port}`).join(',');
  return { proxies, url: url.replace(target.host, hosts) };
};
