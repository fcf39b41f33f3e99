import type { Installation } from '../../../domain/files/ports/blobs.ts';
import type { Ids } from '../../../domain/kernel/ports.ts';
import type { Database } from '../database.ts';
import { SqlStore } from '../sql-store.ts';

const ROW = 'installation';

export class SqlInstallation extends SqlStore implements Installation {
  constructor(
    db: Database,
    private readonly ids: Ids,
  ) {
    super(db);
  }

  async getId(): Promise<string> {
    return (await this.find()) ?? this.create();
  }

  private async find(): Promise<string | undefined> {
    const row: { value: string } | undefined = await this.table('settings').where({ name: ROW }).first('value');
    return row?.value;
  }

  /** Of several processes at once, one makes it. */
  private async create(): Promise<string> {
    const value = this.ids.next();
    await this.table('settings').insert({ name: ROW, value }).onConflict('name').ignore();
    return (await this.find()) ?? value;
  }
}
