import { join } from 'node:path';

/** Nodes that are one database, each of which can be killed. */
export interface DatabaseCluster {
  readonly size: number;
  /** As a process is told it; each begins with another node. */
  url(database: string, first?: number): string;
  createDatabase(name: string): Promise<void>;
  kill(index: number): Promise<void>;
  /** Resolves when the node serves with the others. */
  restart(index: number): Promise<void>;
  /** Nodes that see all of them. */
  complete(): Promise<number>;
  stop(): Promise<void>;
}

interface Place {
  readonly folder: string;
  readonly data: string;
  readonly port: number;
}

/** What MariaDB and MySQL are started with. */
export const serverOptions = ({ folder, data, port }: Place): string[] => [
  '--no-defaults',
  `--datadir=${data}`,
  `--tmpdir=${folder}`,
  `--socket=${join(folder, 's')}`,
  `--pid-file=${join(folder, 'pid')}`,
  `--port=${port}`,
  '--bind-address=127.0.0.1',
  '--skip-name-resolve',
  '--max-connections=300',
];

/** All servers as hosts of one address, beginning with the one at `first`. */
export const hostsFrom = (ports: readonly number[], first: number): string =>
  ports.map((_, index) => `127.0.0.1:${ports[(first + index) % ports.length] ?? 0}`).join(',');
