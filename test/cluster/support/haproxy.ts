import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { type Program, startProgram, takePort } from './programs.ts';

/** The settings that docs/scaling.md recommends. */
const settings = (port: number, servers: readonly number[]): string => `global
  maxconn 10000
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
  return { port, program: startProgram('haproxy', ['-db', '-f', file], join(folder, 'haproxy.log')) };
};
