import type { CustomInstructions } from '../../../domain/chat/replies/ports/requesters.ts';
import { SqlStore } from '../sql-store.ts';

const TABLE = 'own_instructions';

export class SqlCustomInstructions extends SqlStore implements CustomInstructions {
  async find(uid: string): Promise<string | undefined> {
    const row: { readonly text: string } | undefined = await this.table(TABLE).where({ uid }).first('text');
    return row?.text;
  }

  async set(uid: string, text: string, now: number): Promise<void> {
    await this.upsertRow(TABLE, 'uid', { uid, text, updated_at: now });
  }

  async remove(uid: string): Promise<void> {
    await this.table(TABLE).where({ uid }).delete();
  }
}
