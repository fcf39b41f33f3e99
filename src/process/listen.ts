import type { Server } from 'node:http';

import { type Metrics, serveMetrics } from '../adapters/system/metrics.ts';
import type { Config } from '../config.ts';
import { StartupError } from './open-context.ts';

/** Throws `StartupError`, which names the variable, for an address that cannot be had. */
export const listen = (server: Server, { HOST, PORT }: Pick<Config, 'HOST' | 'PORT'>): Promise<Server> =>
  new Promise((resolve, reject) => {
    server.once('error', (error) => reject(toListenFault(error, { prefix: '', port: PORT })));
    server.listen(PORT, HOST, () => resolve(server));
  });

/** Undefined where there are to be none, or where the port that nobody named is taken. */
export const listenForMetrics = async (config: Config, metrics: Metrics): Promise<Server | undefined> => {
  const { METRICS_PORT: port, METRICS_HOST: host, METRICS_TOKEN: token } = config;
  if (port === 0) return undefined;
  try {
    return await serveMetrics(metrics, { host, port, token });
  } catch (error) {
    if (codeOf(error) === 'EADDRINUSE' && !config.metricsPortNamed) return undefined;
    throw toListenFault(error, { prefix: 'METRICS_', port });
  }
};

/** Names the variable that is wrong, if the error tells which. `prefix`: of the variables of this server. */
const toListenFault = (error: unknown, { prefix, port }: { prefix: '' | 'METRICS_'; port: number }): unknown => {
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return new StartupError([`${prefix}PORT: port ${port} is in use`]);
    case 'EACCES':
      return new StartupError([`${prefix}PORT: the user of this process may not use port ${port}`]);
    case 'ENOTFOUND':
    case 'EADDRNOTAVAIL':
    case 'EAI_AGAIN':
      return new StartupError([`${prefix}HOST: must be an address of this machine`]);
    default:
      return error;
  }
};

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
