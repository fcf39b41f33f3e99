import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { createConnection } from 'mysql2/promise';

import { pause, until } from '../../bench/support/figures.ts';
import { type DatabaseCluster, hostsFrom, serverOptions } from './database-cluster.ts';
import { PATH, type Program, startProgram, takePort } from './programs.ts';

const MEMBERS = 3;
const JOIN_TIMEOUT_MS = 90_000;
const REJOIN_MS = 500;
const GROUP = 'b6f8a6f0-6f0e-4d0c-9d55-0a7c1d8f2b11';
const CHANNEL = 'group_replication_recovery';
const SMALL = ['--innodb-buffer-pool-size=128M', '--innodb-redo-log-capacity=64M', '--mysqlx=OFF', '--user=root'];

interface MemberPorts {
  readonly sql: number;
  readonly group: number;
}

/** A private authority, and a certificate of it that all members share. */
const makeCertificates = (folder: string): void => {
  const openssl = (...args: readonly string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' });
  const key = ['-newkey', 'rsa:2048', '-nodes'];
  openssl('req', '-x509', ...key, '-days', '2', '-keyout', 'ca.key', '-out', 'ca.pem', '-subj', '/CN=Cluster');
  openssl('req', ...key, '-keyout', 'member.key', '-out', 'member.csr', '-subj', '/CN=member');
  writeFileSync(join(folder, 'names'), 'subjectAltName=IP:127.0.0.1');
  const signed = ['x509', '-req', '-in', 'member.csr', '-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial'];
  openssl(...signed, '-days', '2', '-extfile', 'names', '-out', 'member.pem');
};

/** One `mysqld` of the group. */
class GroupMember {
  private server: Program | undefined;
  private refusal = '';

  constructor(
    private readonly folder: string,
    readonly ports: MemberPorts,
    private readonly seeds: string,
    private readonly authority: Buffer,
  ) {
    mkdirSync(folder, { recursive: true });
    // The log must not have the accounts: each member has its own, and none came from the others.
    const accounts = [
      'SET SQL_LOG_BIN = 0;',
      "CREATE USER root@'%'; GRANT ALL ON *.* TO root@'%' WITH GRANT OPTION;",
      'CREATE USER copy; GRANT REPLICATION SLAVE, CONNECTION_ADMIN, BACKUP_ADMIN ON *.* TO copy;',
      'GRANT GROUP_REPLICATION_STREAM ON *.* TO copy;',
    ];
    writeFileSync(join(folder, 'accounts.sql'), accounts.join('\n'));
    const install = ['--no-defaults', '--initialize-insecure', `--init-file=${join(folder, 'accounts.sql')}`];
    execFileSync('mysqld', [...install, ...SMALL, `--datadir=${this.data}`], { env: { PATH }, stdio: 'ignore' });
  }

  /** `first`: it makes the group. */
  async start(first = false): Promise<void> {
    this.server = startProgram('mysqld', this.options(), join(this.folder, 'log'));
    await this.wait('answers', async () => (await this.query('SELECT 1')) !== undefined);
    await this.query(`CHANGE REPLICATION SOURCE TO SOURCE_USER = 'copy' FOR CHANNEL '${CHANNEL}'`);
    if (first) await this.query('SET GLOBAL group_replication_bootstrap_group = ON');
    // A group that still counts a killed member refuses it for some seconds.
    await this.wait('is a member', async () => {
      if ((await this.online()) > 0) return true;
      await this.query('START GROUP_REPLICATION');
      await pause(REJOIN_MS);
      return false;
    });
    if (first) await this.query('SET GLOBAL group_replication_bootstrap_group = OFF');
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    await this.server?.end(signal);
  }

  /** Members that are online, as this one sees it; 0 if it is none. */
  async online(): Promise<number> {
    const rows = await this.query(
      `SELECT 1 FROM performance_schema.replication_group_members WHERE member_state = 'ONLINE' AND EXISTS (
         SELECT 1 FROM performance_schema.replication_group_members
         WHERE member_id = @@server_uuid AND member_state = 'ONLINE')`,
    );
    return rows?.length ?? 0;
  }

  /** Undefined: it does not answer, or refuses. */
  async query(sql: string): Promise<unknown[] | undefined> {
    try {
      const ssl = { ca: this.authority, rejectUnauthorized: true };
      const connection = await createConnection({ host: '127.0.0.1', port: this.ports.sql, user: 'root', ssl });
      try {
        const [rows] = await connection.query(sql);
        return Array.isArray(rows) ? rows : [];
      } finally {
        await connection.end();
      }
    } catch (error) {
      this.refusal = String(error);
      return undefined;
    }
  }

  private get data(): string {
    return join(this.folder, 'data');
  }

  private wait(what: string, isDone: () => Promise<boolean>): Promise<void> {
    const { server } = this;
    const check = () => {
      if (!server?.isRunning()) throw new Error(`mysqld ended: ${this.log()}`);
      return isDone();
    };
    return until(`${this.folder} ${what}`, check, JOIN_TIMEOUT_MS).catch((error: unknown) => {
      throw new Error(`${this.refusal}\n${this.log()}`, { cause: error });
    });
  }

  private log(): string {
    return readFileSync(join(this.folder, 'log'), 'utf8').slice(-3000);
  }

  private options(): string[] {
    const { sql, group } = this.ports;
    const certificates = join(this.folder, '..');
    return [
      ...serverOptions({ folder: this.folder, data: this.data, port: sql }),
      ...SMALL,
      '--secure-file-priv=NULL',
      `--server-id=${sql}`,
      '--gtid-mode=ON',
      '--enforce-gtid-consistency=ON',
      '--report-host=127.0.0.1',
      `--report-port=${sql}`,
      '--require-secure-transport=ON',
      `--ssl-ca=${join(certificates, 'ca.pem')}`,
      `--ssl-cert=${join(certificates, 'member.pem')}`,
      `--ssl-key=${join(certificates, 'member.key')}`,
      // The group opens its primary: a member that came back must not take writes before it has joined.
      '--super-read-only=ON',
      '--plugin-load-add=group_replication.so',
      `--group-replication-group-name=${GROUP}`,
      '--group-replication-start-on-boot=OFF',
      `--group-replication-local-address=127.0.0.1:${group}`,
      `--group-replication-group-seeds=${this.seeds}`,
      '--group-replication-ip-allowlist=127.0.0.0/8',
      '--group-replication-ssl-mode=REQUIRED',
      '--group-replication-recovery-use-ssl=ON',
    ];
  }
}

/** Three members of a MySQL group with one primary on this machine, which take connections with TLS only. */
export class MysqlGroup implements DatabaseCluster {
  private constructor(
    private readonly members: readonly GroupMember[],
    /** File with the authority that a client has to trust. */
    readonly authorityFile: string,
  ) {}

  static async start(folder: string): Promise<MysqlGroup> {
    makeCertificates(folder);
    const authorityFile = join(folder, 'ca.pem');
    const ports: MemberPorts[] = [];
    for (let index = 0; index < MEMBERS; index += 1) ports.push({ sql: await takePort(), group: await takePort() });
    const seeds = ports.map(({ group }) => `127.0.0.1:${group}`).join(',');
    const authority = readFileSync(authorityFile);
    const members = ports.map((of, index) => new GroupMember(join(folder, `member${index}`), of, seeds, authority));
    for (const [index, member] of members.entries()) await member.start(index === 0);
    return new MysqlGroup(members, authorityFile);
  }

  get size(): number {
    return this.members.length;
  }

  url(database: string, first = 0): string {
    const ports = this.members.map((member) => member.ports.sql);
    return `mysql://root@${hostsFrom(ports, first)}/${database}?tls=true`;
  }

  async createDatabase(name: string): Promise<void> {
    await this.members[0]?.query(`CREATE DATABASE IF NOT EXISTS ${name} CHARACTER SET utf8mb4`);
  }

  async kill(index: number): Promise<void> {
    await this.members[index]?.end('SIGKILL');
  }

  async restart(index: number): Promise<void> {
    await this.members[index]?.start();
  }

  async complete(): Promise<number> {
    const seen = await Promise.all(this.members.map((member) => member.online()));
    return seen.filter((count) => count === this.members.length).length;
  }

  async stop(): Promise<void> {
    await Promise.all(this.members.map((member) => member.end('SIGKILL')));
  }
}
