import { SettingsTable, SqlSettings } from '../../../../src/adapters/sql/settings/sql-settings.ts';
import type { Database } from '../../../../src/adapters/sql/database.ts';
import { LimitSettings, MODEL_CONFIG, RATE_LIMITS } from '../../../../src/domain/billing/settings.ts';
import { STORAGE_LIMITS } from '../../../../src/domain/files/settings.ts';
import { FREEMIUM } from '../../../../src/domain/trial/settings.ts';
import type { SettingsDefinition } from '../../../../src/shared/settings/define-settings.ts';
import type { SettingsName } from '../../../../src/shared/settings/documents.ts';
import { behavesLikeSettings } from '../../../contracts/settings.ts';
import { FixedClock } from '../../../fakes/kernel.ts';
import { resolved, someLimits } from '../../../fakes/settings.ts';
import { describeEachDatabase } from '../../../support/databases.ts';

const once = <N extends SettingsName>(definition: SettingsDefinition<N>) => {
  const document = resolved(definition);
  return () => document;
};

describeEachDatabase(({ open, engine }) => {
  const tableOf = (db: Database, clock = new FixedClock()) => new SettingsTable(db, clock);

  behavesLikeSettings('SQL', async (definition) => new SqlSettings(tableOf(await open()), once(definition)));

  test('another process’s change acts within a second; a damaged document is told and breaks no other', async () => {
    const db = await open();
    const clock = new FixedClock();
    const openHere = () => {
      const table = tableOf(db, clock);
      return {
        rates: new SqlSettings(table, once(RATE_LIMITS)),
        models: new SqlSettings(table, once(MODEL_CONFIG)),
      };
    };
    const here = openHere();
    const limits = new LimitSettings(here.rates, here.models);
    expect(await limits.current()).toEqual(someLimits());
    const value = JSON.stringify(someLimits({ graceMessages: 9 }).rateLimits);
    await db.connection('settings').insert({ name: 'rate-limits', value });
    expect(await limits.current()).toEqual(someLimits());
    await clock.advance(1000);
    expect(await limits.current()).toEqual(someLimits({ graceMessages: 9 }));
    const damage = (value: string) => db.connection('settings').where({ name: 'rate-limits' }).update({ value });
    await damage('{"features":{"graceMessages":"many"}}');
    await clock.advance(1000);
    await expect(here.rates.current()).rejects.toThrow('graceMessages');
    expect(await here.models.current()).toEqual(someLimits().modelConfig);
    await damage('{"features":{"graceMessages":3}}');
    await clock.advance(1000);
    expect(await limits.current()).toEqual(someLimits({ graceMessages: 3 }));
  });

  test('a stored document is completed by the defaults, and what is unknown in it is passed over', async () => {
    const db = await open();
    const [limits, trial] = [STORAGE_LIMITS, FREEMIUM].map(({ row, name }) => row ?? name);
    await db.connection('settings').insert([
      { name: limits, value: '{"tiers":{"free":{"maxFiles":9,"gone":1}}}' },
      { name: trial, value: '{"freemiumMaxMessages":7,"unknown":1}' },
    ]);
    const table = tableOf(db);
    const storage = new SqlSettings(table, once(STORAGE_LIMITS));
    const freemium = new SqlSettings(table, once(FREEMIUM));
    const { tiers, ...rest } = storage.document.defaults;
    expect(await storage.current()).toEqual({ ...rest, tiers: { ...tiers, free: { ...tiers.free, maxFiles: 9 } } });
    expect(await freemium.current()).toEqual({ ...freemium.document.defaults, freemiumMaxMessages: 7 });
  });

  test('a change holds once it is committed, whoever read in between, and not after it was rolled back', async () => {
    const db = await open();
    const trial = new SqlSettings(tableOf(db), once(FREEMIUM));
    const { defaults } = trial.document;
    const changed = { ...defaults, freemiumMaxMessages: 7 };
    const failing = db.transaction(async () => {
      await trial.change(changed);
      expect(await trial.current()).toEqual(changed);
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    expect(await trial.current()).toEqual(defaults);
    let tell = (): void => undefined;
    const read = new Promise<void>((resolve) => (tell = resolve)).then(() => trial.current());
    await db.transaction(async () => {
      await trial.change(changed);
      tell();
      // One that shares SQLite's only connection waits for the commit.
      if (engine === 'mysql') expect(await read).toEqual(defaults);
    });
    await read;
    expect(await trial.current()).toEqual(changed);
  });

  test('two documents that belong together are asked for at once, and seldom', async () => {
    const db = await open();
    const clock = new FixedClock();
    const table = tableOf(db, clock);
    const limits = new LimitSettings(
      new SqlSettings(table, once(RATE_LIMITS)),
      new SqlSettings(table, once(MODEL_CONFIG)),
    );
    const asked: string[] = [];
    db.connection.on('query', ({ sql }: { sql: string }) => asked.push(sql));
    for (let times = 0; times < 5; times += 1) await limits.current();
    await clock.advance(1000);
    await limits.current();
    expect(asked.filter((sql) => sql.includes('settings'))).toHaveLength(2);
  });
});
