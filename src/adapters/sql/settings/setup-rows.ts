import { z } from 'zod';

import { AdoptedProviders, type SetupProgress, SetupProgressStore } from '../../../domain/admin/setup/ports.ts';
import { PURPOSES, SETUP_STEPS } from '../../../shared/purposes.ts';
import type { SettingsTable } from './sql-settings.ts';

const PROGRESS_ROW = 'setup';
const PROVIDERS_ROW = 'adopted-providers';

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
