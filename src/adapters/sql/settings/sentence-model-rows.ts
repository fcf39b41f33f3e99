import { z } from 'zod';

import { MODEL_FAILURES, SentenceModelStore, type StoredDownload } from '../../../domain/retrieval/sentence/ports.ts';
import type { SettingsTable } from './sql-settings.ts';

const SWITCH_ROW = 'sentence-model';

const storedDownload = z.object({
  received: z.number(),
  total: z.number(),
  failure: z.enum(MODEL_FAILURES).nullable(),
  at: z.number(),
});

/** Rows of the settings: the switch, and per model its download and when it last answered. */
export class SqlSentenceModelStore extends SentenceModelStore {
  constructor(private readonly table: SettingsTable) {
    super();
  }

  async isEnabled(): Promise<boolean> {
    return (await this.table.find(SWITCH_ROW)) === 'on';
  }

  setEnabled(isEnabled: boolean): Promise<void> {
    return this.table.put({ name: SWITCH_ROW, value: isEnabled ? 'on' : 'off' });
  }

  async findDownload(name: string): Promise<StoredDownload | undefined> {
    const row = await this.table.find(rowOf('download', name));
    return row === undefined ? undefined : storedDownload.parse(JSON.parse(row));
  }

  saveDownload(name: string, download: StoredDownload | undefined): Promise<void> {
    const row = rowOf('download', name);
    return download === undefined
      ? this.table.remove(row)
      : this.table.put({ name: row, value: JSON.stringify(download) });
  }

  async lastReady(name: string): Promise<number> {
    return Number((await this.table.find(rowOf('ready', name))) ?? 0);
  }

  saveReady(name: string, now: number): Promise<void> {
    return this.table.put({ name: rowOf('ready', name), value: String(now) });
  }
}

const rowOf = (kind: 'download' | 'ready', name: string): string => `model-${kind}:${name}`.slice(0, 60);
