import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { createConnection } from 'mysql2/promise';

import { until } from '../../bench/support/figures.ts';
import { type DatabaseCluster, hostsFrom, serverOptions } from './database-cluster.ts';
import { PATH, type Program, startProgram, takePort } from './programs.ts';

const PROVIDERS = ['/usr/lib/galera/libgalera_smm.so', '/usr/lib64/galera-4/libgalera_smm.so'];
const JOIN_TIMEOUT_MS = 90_000;
const NODES = 3;

const SMALL = [
  '--innodb-buffer-pool-size=128M',
  '--innodb-log-file-size=48M',
  '--innodb-flush-log-at-trx-commit=0',
  '--innodb-flush-method=nosync',
  '--performance-schema=OFF',
];
/** rsync of another user than root writes as its own; Debian's package has this one. */
const USER = 'mysql';
const isRoot = process.getuid?.() === 0;
const asUser = isRoot ? [`--user=${USER}`] : [];

interface NodePorts {
  readonly sql: number;
  readonly group: number;
  /** Of changes that a node missed. */
  readonly transfer: number;
  /** Of the whole database to a new node. */
  readonly copy: number;
}

/** One `mariadbd` of the cluster. */
class GaleraNode {
  private server: Program | undefined;

  constructor(
    private readonly folder: string,
    readonly ports: NodePorts,
    private readonly groupAddress: string,
  ) {
    mkdirSync(this.data, { recursive: true });
    if (isRoot) execFileSync('chown', ['-R', USER, this.folder]);
  }

  get data(): string {
    return join(this.folder, 'data');
  }

  async start(position: string | undefined, more: readonly string[] = []): Promise<void> {
    const from = position === undefined ? [] : [`--wsrep-start-position=${position}`];
    this.server = startProgram('mariadbd', [...this.options(), ...from, ...more], join(this.folder, 'log'));
    const { server } = this;
    await until(
      `${this.folder} in the cluster`,
      async () => {
        if (!server.isRunning()) throw new Error(`mariadbd ended: ${this.log()}`);
        return (await this.status('wsrep_local_state_comment')) === 'Synced';
      },
      JOIN_TIMEOUT_MS,
    );
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    await this.server?.end(signal);
  }

  /** Where a killed node was, as `galera_recovery` finds it: so it needs only what came after. */
  recoverPosition(): string {
    const log = join(this.folder, 'recovery.err');
    rmSync(log, { force: true });
    execFileSync('mariadbd', [...this.options(), '--wsrep-recover', `--log-error=${log}`], {
      env: { PATH },
      stdio: 'ignore',
    });
    const position = /Recovered position:?\s*(\S+)/.exec(readFileSync(log, 'utf8'))?.[1];
    if (position === undefined) throw new Error(`${this.folder}: no position was recovered`);
    return position;
  }

  async status(name: string): Promise<string | undefined> {
    try {
      const connection = await createConnection({ uri: `mysql://root@127.0.0.1:${this.ports.sql}/` });
      const [rows] = await connection.query('SHOW GLOBAL STATUS LIKE ?', [name]);
      await connection.end();
      const [row]: unknown[] = Array.isArray(rows) ? rows : [];
      return typeof row === 'object' && row && 'Value' in row ? String(row.Value) : undefined;
    } catch {
      return undefined;
    }
  }

  private log(): string {
    return readFileSync(join(this.folder, 'log'), 'utf8').slice(-3000);
  }

  private options(): string[] {
    const { sql, group, transfer, copy } = this.ports;
    const provider = PROVIDERS.find((path) => existsSync(path));
    if (provider === undefined) throw new Error('Galera is not installed (Debian: galera-4).');
    return [
      ...serverOptions({ folder: this.folder, data: this.data, port: sql }),
      ...asUser,
      ...SMALL,
      '--binlog-format=ROW',
      '--innodb-autoinc-lock-mode=2',
      '--wsrep-on=ON',
      `--wsrep-provider=${provider}`,
      '--wsrep-cluster-name=parley',
      `--wsrep-cluster-address=${this.groupAddress}`,
      `--wsrep-node-name=node-${sql}`,
      `--wsrep-node-address=127.0.0.1:${group}`,
      '--wsrep-slave-threads=2',
      '--wsrep-sst-method=rsync',
      `--wsrep-sst-receive-address=127.0.0.1:${copy}`,
      `--wsrep-provider-options=base_host=127.0.0.1;base_port=${group};gmcast.listen_addr=tcp://127.0.0.1:${group};` +
        `ist.recv_addr=127.0.0.1:${transfer};gcache.size=256M`,
    ];
  }
}

/** Three nodes of MariaDB with Galera on this machine, in memory. */
export class GaleraCluster implements DatabaseCluster {
  private constructor(private readonly nodes: readonly GaleraNode[]) {}

  static async start(folder: string): Promise<GaleraCluster> {
    const ports: NodePorts[] = [];
    for (let index = 0; index < NODES; index += 1)
      ports.push({
        sql: await takePort(),
        group: await takePort(),
        transfer: await takePort(),
        copy: await takePort(),
      });
    const address = `gcomm://${ports.map(({ group }) => `127.0.0.1:${group}`).join(',')}`;
    const nodes = ports.map((of, index) => new GaleraNode(join(folder, `node${index}`), of, address));
    const [first, ...others] = nodes;
    if (!first) throw new Error('A cluster needs a node.');
    const install = ['--no-defaults', `--datadir=${first.data}`, '--auth-root-authentication-method=normal'];
    execFileSync('mariadb-install-db', [...install, '--skip-test-db', ...asUser, ...SMALL], {
      env: { PATH },
      stdio: 'ignore',
    });
    await first.start(undefined, ['--wsrep-new-cluster']);
    for (const node of others) await node.start(undefined);
    return new GaleraCluster(nodes);
  }

  get size(): number {
    return this.nodes.length;
  }

  url(database: string, first = 0): string {
    const ports = this.nodes.map((node) => node.ports.sql);
    return `mysql://root@${hostsFrom(ports, first)}/${database}`;
  }

  async createDatabase(name: string): Promise<void> {
    await this.query(`CREATE DATABASE IF NOT EXISTS ${name} CHARACTER SET utf8mb4`);
  }

  async query(sql: string): Promise<void> {
    const connection = await createConnection({ uri: `mysql://root@127.0.0.1:${this.nodes[0]?.ports.sql ?? 0}/` });
    await connection.query(sql);
    await connection.end();
  }

  async kill(index: number): Promise<void> {
    await this.nodes[index]?.end('SIGKILL');
  }

  async restart(index: number): Promise<void> {
    const node = this.nodes[index];
    await node?.start(node.recoverPosition());
  }

  async complete(): Promise<number> {
    const sizes = await Promise.all(this.nodes.map((node) => node.status('wsrep_cluster_size')));
    return sizes.filter((size) => size === String(this.nodes.length)).length;
  }

  async stop(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.end('SIGKILL')));
  }
}
