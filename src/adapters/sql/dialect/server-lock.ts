import { DatabaseError } from '../database-url.ts';
import type { Timing } from '../retry-policy.ts';
import { loadSqliteEngine, type SqliteEngine, type SqliteHandle } from './sqlite-engine.ts';
import { classifySqliteError, normalizeError } from './sqlite-statements.ts';

/** How long a server that is ending may take. */
const MAX_WAIT_MS = 5000;
const POLL_INTERVAL_MS = 100;

/**
 * Lets one server at a time use a SQLite file: a transaction on an empty file beside it that never ends. The system
 * takes the lock from a process that dies, and containers that share a volume see it.
 */
export class ServerLock {
  private held: SqliteHandle | undefined;

  constructor(
    private readonly file: string,
    private readonly timing: Timing,
  ) {}

  /** Throws `DatabaseError` while another server has it. */
  async acquire(): Promise<void> {
    const engine = await loadSqliteEngine();
    const deadline = this.timing.now() + MAX_WAIT_MS;
    while ((this.held = this.tryToHold(engine)) === undefined) {
      if (this.timing.now() > deadline) {
        throw new DatabaseError(
          `Another Parley serves the database file ${this.file}. SQLite is for one process: end the other one, ` +
            'or use MySQL or MariaDB for several',
        );
      }
      await this.timing.sleep(POLL_INTERVAL_MS);
    }
  }

  release(): void {
    this.held?.close();
    this.held = undefined;
  }

  private tryToHold(engine: SqliteEngine): SqliteHandle | undefined {
    const handle = engine(`${this.file}.lock`);
    try {
      handle.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE'); // no journal on a disk that may be full
      return handle;
    } catch (error) {
      handle.close();
      if (classifySqliteError(normalizeError(error)) === 'conflict') return undefined;
      throw error;
    }
  }
}
