import type { Knex } from 'knex';

import type { Migration } from './migration.ts';

type Fields = Record<string, unknown>;

const NAME = 'registration';

const toMode = (open: unknown): unknown => (typeof open === 'boolean' ? (open ? 'open' : 'closed') : open);
/** Who only knows an open and a closed door must not find an open one where there was a doorkeeper. */
const toOpen = (mode: unknown): unknown => (typeof mode === 'string' ? mode === 'open' : mode);

interface Renaming {
  readonly from: string;
  readonly to: string;
  readonly convert: (value: unknown) => unknown;
}

const UP: Renaming = { from: 'open', to: 'mode', convert: toMode };
const DOWN: Renaming = { from: 'mode', to: 'open', convert: toOpen };

const renameField = (text: string, { from, to, convert }: Renaming): string => {
  const { [from]: value, ...rest }: Fields = JSON.parse(text);
  return value === undefined ? text : JSON.stringify({ [to]: convert(value), ...rest });
};

const renameChanges = (text: string, { from, to, convert }: Renaming): string => {
  const changes: Fields[] = JSON.parse(text);
  return JSON.stringify(
    changes.map((change) => {
      const { path } = change;
      if (!Array.isArray(path) || path[0] !== from) return change;
      return { ...change, path: [to], from: convert(change['from']), to: convert(change['to']) };
    }),
  );
};

const rename = async (knex: Knex, renaming: Renaming): Promise<void> => {
  const current: { value: string } | undefined = await knex('settings').where({ name: NAME }).first('value');
  if (current) {
    const value = renameField(current.value, renaming);
    await knex('settings').where({ name: NAME }).update({ value });
  }
  const versions: { version: number; document: string; changes: string }[] = await knex('config_versions')
    .where({ name: NAME })
    .select('version', 'document', 'changes');
  for (const { version, document, changes } of versions) {
    await knex('config_versions')
      .where({ name: NAME, version })
      .update({ document: renameField(document, renaming), changes: renameChanges(changes, renaming) });
  }
};

/** Whether registration is open becomes one of several modes, in the live document and its history. */
export const registrationModes: Migration = {
  name: '0250-registration-modes',
  up: (knex) => rename(knex, UP),
  down: (knex) => rename(knex, DOWN),
};
