import { z } from 'zod';

import {
  AdoptedProviders,
  ConnectedModelServer,
  type ModelServer,
  type SecretBox,
  type SetupProgress,
  SetupProgressStore,
} from '../../../domain/admin/setup/ports.ts';
import { PURPOSES, SETUP_STEPS } from '../../../shared/purposes.ts';
import type { SettingsTable } from './sql-settings.ts';

const SERVER_ROW = 'model-server';
const PROGRESS_ROW = 'setup';
const PROVIDERS_ROW = 'adopted-providers';

const storedServer = z.object({
  provider: z.string(),
  baseUrl: z.string().nullable(),
  model: z.string(),
  /** Encrypted. */
  key: z.string().nullable(),
});

/** One row of the settings, its key encrypted. */
export class SqlConnectedModelServer extends ConnectedModelServer {
  private hasReported = false;

  constructor(
    private readonly table: SettingsTable,
    private readonly secrets: SecretBox,
    private readonly failed: (what: string, error: unknown) => void,
  ) {
    super();
  }

  async find(): Promise<ModelServer | undefined> {
    const row = await this.table.find(SERVER_ROW);
    if (row === undefined) return undefined;
    const { key, ...server } = storedServer.parse(JSON.parse(row));
    const apiKey = key === null ? null : this.secrets.open(key);
    if (apiKey === undefined) return this.reportOnce();
    return { ...server, apiKey };
  }

  /** Every process looks every other second. */
  private reportOnce(): undefined {
    if (!this.hasReported)
      this.failed('using the connected model server', new Error('APP_SECRET has changed since its key was stored'));
    this.hasReported = true;
  }

  async save(server: ModelServer | undefined): Promise<void> {
    if (server === undefined) return this.table.remove(SERVER_ROW);
    const { provider, baseUrl, model, apiKey } = server;
    const stored = { provider, baseUrl, model, key: apiKey === null ? null : this.secrets.seal(apiKey) };
    return this.table.put({ name: SERVER_ROW, value: JSON.stringify(stored) });
  }
}

const storedProgress = z.object({
  purpose: z.enum(PURPOSES).nullable(),
  steps: z.array(z.enum(SETUP_STEPS)),
});

const NO_PROGRESS: SetupProgress = { purpose: null, steps: [] };

export class SqlSetupProgress extends SetupProgressStore {
  constructor(private readonly table: SettingsTable) {
    super();
  }

  async find(): Promise<SetupProgress> {
    const row = await this.table.find(PROGRESS_ROW);
    return row === undefined ? NO_PROGRESS : storedProgress.parse(JSON.parse(row));
  }

  save(progress: SetupProgress): Promise<void> {
    return this.table.put({ name: PROGRESS_ROW, value: JSON.stringify(progress) });
  }
}

export class SqlAdoptedProviders extends AdoptedProviders {
  constructor(private readonly table: SettingsTable) {
    super();
  }

  async find(): Promise<string | undefined> {
    return this.table.find(PROVIDERS_ROW);
  }

  save(labels: string): Promise<void> {
    return this.table.put({ name: PROVIDERS_ROW, value: labels });
  }
}
