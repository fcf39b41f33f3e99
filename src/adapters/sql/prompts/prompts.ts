import { Model, UniqueViolationError } from 'objection';

import { CommandTaken } from '../../../domain/prompts/errors.ts';
import type { LibrarySize, Prompt, PromptStore } from '../../../domain/prompts/ports.ts';
import { SqlStore } from '../sql-store.ts';

const TABLE = 'prompts';
/** The library of what is published; no account has this id. */
const PUBLISHED = '*';

/** A model only where the kind of an error counts. */
class PromptModel extends Model {
  static override tableName = TABLE;
}

interface Row {
  readonly id: string;
  readonly owner_uid: string | null;
  readonly command: string;
  readonly title: string;
  readonly description: string;
  readonly text: string;
  readonly revision: number;
  readonly created_at: number;
  readonly updated_at: number;
}

const libraryOf = (ownerUid: string | null): string => ownerUid ?? PUBLISHED;

const toRow = ({ id, ownerUid, command, title, description, text, revision, createdAt, updatedAt }: Prompt) => ({
  id,
  owner_uid: ownerUid,
  library: libraryOf(ownerUid),
  command,
  command_key: command.toLowerCase(),
  title,
  description,
  text,
  length: text.length,
  revision,
  created_at: createdAt,
  updated_at: updatedAt,
});

const toPrompt = ({ owner_uid: ownerUid, created_at: createdAt, updated_at: updatedAt, ...row }: Row): Prompt => ({
  ...row,
  ownerUid,
  createdAt,
  updatedAt,
});

const COLUMNS = [
  'id',
  'owner_uid',
  'command',
  'title',
  'description',
  'text',
  'revision',
  'created_at',
  'updated_at',
] as const;

const refuseTakenCommand = async (statement: PromiseLike<unknown>): Promise<void> => {
  try {
    await statement;
  } catch (error) {
    throw error instanceof UniqueViolationError ? new CommandTaken() : error;
  }
};

export class SqlPrompts extends SqlStore implements PromptStore {
  async list(ownerUid: string | null): Promise<readonly Prompt[]> {
    const rows: Row[] = await this.table(TABLE)
      .where({ library: libraryOf(ownerUid) })
      .orderBy('title')
      .orderBy('id')
      .select(...COLUMNS);
    return rows.map(toPrompt);
  }

  async measure(ownerUid: string | null): Promise<LibrarySize> {
    if (ownerUid !== null) await this.table('users').where({ uid: ownerUid }).forUpdate().first('uid');
    const [row]: { prompts: number; length: number | string | null }[] = await this.table(TABLE)
      .where({ library: libraryOf(ownerUid) })
      .count({ prompts: '*' })
      .sum({ length: 'length' });
    return { prompts: row?.prompts ?? 0, length: Number(row?.length ?? 0) };
  }

  async lock(ownerUid: string | null, id: string): Promise<Prompt | undefined> {
    const row: Row | undefined = await this.table(TABLE)
      .where({ id, library: libraryOf(ownerUid) })
      .forUpdate()
      .first(...COLUMNS);
    return row && toPrompt(row);
  }

  async add(prompt: Prompt): Promise<void> {
    await refuseTakenCommand(PromptModel.query(this.db.connection).insert(toRow(prompt)));
  }

  async update(prompt: Prompt): Promise<void> {
    const { id, ...changes } = toRow(prompt);
    await refuseTakenCommand(PromptModel.query(this.db.connection).where({ id }).patch(changes));
  }

  async remove(id: string): Promise<void> {
    await this.table(TABLE).where({ id }).delete();
  }
}
