import { SqlAdoptedProviders, SqlSetupProgress } from '../../../../src/adapters/sql/settings/setup-rows.ts';
import { SqlConnectedProviders } from '../../../../src/adapters/sql/settings/connected-providers.ts';
import { SqlSentenceModelStore } from '../../../../src/adapters/sql/settings/sentence-model-rows.ts';
import { SettingsTable } from '../../../../src/adapters/sql/settings/sql-settings.ts';
import { behavesLikeAdoptedProviders, behavesLikeSetupProgress } from '../../../contracts/setup.ts';
import { aProvider, behavesLikeConnectedProviders } from '../../../contracts/connected-providers.ts';
import { behavesLikeASentenceModelStore } from '../../../contracts/sentence-model.ts';
import { FixedClock } from '../../../fakes/kernel.ts';
import { ReversingSecretBox } from '../../../fakes/setup.ts';
import { describeEachDatabase } from '../../../support/databases.ts';

const unexpected = (what: string, error: unknown): never => {
  throw new Error(what, { cause: error });
};

describeEachDatabase(({ open }) => {
  const openTable = async () => new SettingsTable(await open(), new FixedClock());

  behavesLikeConnectedProviders('SQL', async () => {
    return new SqlConnectedProviders(await openTable(), new ReversingSecretBox(), unexpected);
  });
  behavesLikeAdoptedProviders('SQL', async () => new SqlAdoptedProviders(await openTable()));
  behavesLikeSetupProgress('SQL', async () => new SqlSetupProgress(await openTable()));

  behavesLikeASentenceModelStore('SQL', async () => new SqlSentenceModelStore(await openTable()));

  test('a key that was stored with another APP_SECRET locks its provider, which is logged once', async () => {
    const table = await openTable();
    await new SqlConnectedProviders(table, new ReversingSecretBox('old'), unexpected).save(aProvider());
    const failures: unknown[] = [];
    const log = (_: string, error: unknown) => void failures.push(error);
    const connected = new SqlConnectedProviders(table, new ReversingSecretBox('new'), log);
    const locked = [{ ...aProvider(), apiKey: null, isLocked: true }];
    expect([await connected.list(), await connected.list()]).toEqual([locked, locked]);
    expect(failures).toEqual([new Error('APP_SECRET has changed since its key was stored')]);
  });
});
