import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { until } from '../../bench/support/figures.ts';
import { type Program, startProgram, takePort } from './programs.ts';

/** The settings that docs/scaling.md recommends. */
const settings = (port: number, servers: readonly number[]): string => `global
  maxconn 4000
defaults
  mode http
  timeout connect 2s
  timeout client 600s
  timeout server 600s
  option forwardfor
  option redispatch
  retries 3
  retry-on conn-failure
frontend people
  bind 127.0.0.1:${port}
  default_backend parley
backend parley
  balance roundrobin
  option httpchk GET /readyz
  http-check expect status 200
  default-server check inter 500ms fall 2 rise 1
${servers.map((server, index) => `  server parley${index} 127.0.0.1:${server}`).join('\n')}
`;

export interface LoadBalancer {
  readonly port: number;
  readonly program: Program;
}

export const startHaproxy = async (folder: string, servers: readonly number[]): Promise<LoadBalancer> => {
  const port = await takePort();
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, settings(port, servers));
  const log = join(folder, 'haproxy.log');
  const program = startProgram('haproxy', ['-db', '-f', file], log);
  await until('haproxy listens', async () => {
    if (!program.isRunning()) throw new Error(`haproxy ended: ${readFileSync(log, 'utf8')}`);
    return (await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined)) !== undefined;
  });
  return { port, program };
};
