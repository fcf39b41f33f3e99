import type { CustomInstructions } from '../../../domain/chat/replies/ports.ts';
import type { Database } from '../database.ts';

export class SqlCustomInstructions implements CustomInstructions {
  private readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }

  async find(uid: string): Promise<string | undefined> {
    const row: { readonly text: string } | undefined = await this.table().where({ uid }).first('text');
    return row?.text;
  }

  async set(uid: string, text: string, now: number): Promise<void> {
    await this.table().insert({ uid, text, updated_at: now }).onConflict('uid').merge();
  }

  async remove(uid: string): Promise<void> {
    await this.table().where({ uid }).delete();
  }

  private table() {
    return this.db.connection('own_instructions');
  }
}
