import type { Migration } from './migration.ts';

const TABLE = 'settings';
const SERVER_ROW = 'model-server';
const ROW_PREFIX = 'provider:';

/** The connected model server becomes one of several connected providers. Its encrypted key is moved as it is. */
export const connectedProviders: Migration = {
  name: '0290-connected-providers',
  up: async (knex) => {
    const row = await knex(TABLE).where({ name: SERVER_ROW }).first('value');
    if (!row) return;
    const { provider, baseUrl, model, key } = JSON.parse(row.value);
    const moved = { need: 'models', kind: provider, name: '', baseUrl, model, user: null, sender: null, key };
    const name = `${ROW_PREFIX}${provider}`;
    await knex(TABLE)
      .insert({ name, value: JSON.stringify(moved) })
      .onConflict('name')
      .merge(['value']);
    await knex(TABLE).where({ name: SERVER_ROW }).delete();
  },
  down: async (knex) => {
    const rows = await knex(TABLE).where('name', 'like', `${ROW_PREFIX}%`).orderBy('name').select('name', 'value');
    const servers = rows.map(({ value }) => JSON.parse(value)).filter(({ need }) => need === 'models');
    const [server] = servers;
    if (server) {
      const { kind: provider, baseUrl, model, key } = server;
      await knex(TABLE).insert({
        name: SERVER_ROW,
        value: JSON.stringify({ provider, baseUrl, model: model ?? '', key }),
      });
    }
    await knex(TABLE).where('name', 'like', `${ROW_PREFIX}%`).delete();
  },
};
