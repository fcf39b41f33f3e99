import { Agent, request } from 'node:http';
import { join } from 'node:path';

import { quantile, rounded } from '../support/figures.ts';
import { ROOT, SERVERS } from '../support/paths.ts';
import { cpuMs, launch, type Target } from '../support/processes.ts';
import type { Row, Table } from '../support/report.ts';
import { inFolder, serverEnv } from '../support/targets.ts';

const CALLS = 1500;
const CONCURRENCY = 20;
const ROUNDS = 15;
const MAX_COST_RATIO = 1.03;

interface Kind {
  readonly what: string;
  readonly path: string;
  readonly body?: string;
  readonly token?: string;
  /** Only told: next to nothing is done there, so that a microsecond is two percent. */
  readonly isBare?: true;
}

/** The posts are refused once they are read: no database, no hash, so that what is added shows as much as it can. */
const kinds = (token: string): readonly Kind[] => [
  { what: 'a call of somebody signed in', path: '/api/auth/me', token },
  { what: 'a call that asks nobody anything', path: '/api/theme', isBare: true },
  {
    what: 'a post of 1 KB',
    path: '/api/auth/login',
    body: JSON.stringify({ email: 'nobody', password: 'x'.repeat(1000) }),
  },
  {
    what: 'a post of 200 KB',
    path: '/api/auth/login',
    body: JSON.stringify({ email: 'nobody', password: 'x'.repeat(200_000) }),
  },
];

const call = (agent: Agent, port: number, { path, body, token }: Kind): Promise<void> =>
  new Promise((resolve, reject) => {
    const headers = {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': body.length }),
    };
    const sent = request(
      { host: '127.0.0.1', port, agent, path, method: body === undefined ? 'GET' : 'POST', headers },
      (answer) => {
        answer.resume().once('end', () => resolve());
      },
    );
    sent.once('error', reject).end(body);
  });

/** Microseconds of the server's processor that one call costs. */
const costOf = async (server: Target, port: number, kind: Kind): Promise<number> => {
  const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY });
  let left = CALLS;
  const caller = async () => {
    while (left > 0) {
      left -= 1;
      await call(agent, port, kind);
    }
  };
  const before = cpuMs(server.pid);
  await Promise.all(Array.from({ length: CONCURRENCY }, caller));
  const spent = cpuMs(server.pid) - before;
  agent.destroy();
  return (spent * 1000) / CALLS;
};

/** Both doors in turn, the first one changing. */
const compare = async (server: Target, plainPort: number, kind: Kind): Promise<Row> => {
  const costs = new Map<number, number[]>([
    [server.port, []],
    [plainPort, []],
  ]);
  for (let round = -1; round < ROUNDS; round += 1) {
    const ports = round % 2 === 0 ? [server.port, plainPort] : [plainPort, server.port];
    for (const port of ports) {
      const cost = await costOf(server, port, kind);
      if (round >= 0) costs.get(port)?.push(cost); // the code is compiled first
    }
  }
  // Other work on the machine only ever adds: the lower quartile is nearest to what the code takes.
  const [limited = NaN, plain = NaN] = [server.port, plainPort].map((port) => quantile(costs.get(port) ?? [], 0.25));
  return {
    what: `${kind.what}: CPU with all limits, multiple of without`,
    measured: limited / plain,
    unit: '×',
    digits: 3,
    ...(kind.isBare ? {} : { target: MAX_COST_RATIO }),
    note: `${rounded(limited)} against ${rounded(plain)} µs, lower quartiles of ${ROUNDS}`,
  };
};

const signUp = async (port: number): Promise<string> => {
  const answer = await fetch(`http://127.0.0.1:${port}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'bench@example.org', password: 'a long word for the bench' }),
  });
  const said: unknown = await answer.json();
  if (typeof said !== 'object' || said === null || !('token' in said))
    throw new Error(`register answered ${answer.status}`);
  return String(said.token);
};

/** What the limits of connections and bodies cost a request (docs/adr/0026). */
export const limits = (): Promise<Table[]> =>
  inFolder(async (folder) => {
    const server = await launch({
      script: join(SERVERS, 'two-doors-parley.js'),
      args: [join(ROOT, 'src/process/start.ts'), join(ROOT, 'src/adapters/http/limits/body-budget.ts')],
      flags: ['--import', 'tsx'],
      env: { ...serverEnv(`sqlite:${join(folder, 'bench.db')}`, folder), LLM: 'demo', LOG_LEVEL: 'silent' },
    });
    try {
      const plainPort = Number((await server.ask())['plainPort']);
      const rows: Row[] = [];
      for (const kind of kinds(await signUp(server.port))) rows.push(await compare(server, plainPort, kind));
      return [{ title: 'What the limits cost a request', rows }];
    } finally {
      await server.stop();
    }
  });
