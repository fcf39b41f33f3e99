import type { InstallationTotals } from '../../../domain/operations/ports.ts';
import { countRows, SqlStore } from '../sql-store.ts';

export class SqlInstallationTotals extends SqlStore implements InstallationTotals {
  countNewAccounts(from: number, to: number): Promise<number> {
    return countRows(this.table('users').where('created_at', '>=', from).where('created_at', '<', to));
  }

  async storage(): Promise<{ readonly files: number; readonly bytes: number }> {
    const row: { files: unknown; bytes: unknown } | undefined = await this.table('file_use')
      .sum({ files: 'files', bytes: 'bytes' })
      .first();
    return { files: Number(row?.files ?? 0), bytes: Number(row?.bytes ?? 0) };
  }
}
