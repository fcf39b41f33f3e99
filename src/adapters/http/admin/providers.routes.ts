import * as contract from '../../../contract/providers.ts';
import { ChangeProviders } from '../../../domain/admin/providers/change-providers.ts';
import { ListProviders } from '../../../domain/admin/providers/list-providers.ts';
import type { UserPrincipal } from '../authenticator.ts';
import type { Handlers } from '../handlers.ts';
import type { Mount } from '../mount.ts';
import { SUCCESS } from '../presenters.ts';

export const providerHandlers = { changeProviders: ChangeProviders, listProviders: ListProviders };

export type ProviderHandlers = Handlers<typeof providerHandlers>;

const adminOf = ({ user: { uid, name } }: UserPrincipal) => ({ uid, name });

/** Providers that admins enter. */
export const providerRoutes = (mount: Mount, { changeProviders, listProviders }: ProviderHandlers): void => {
  const present = async (id: string) => ({
    ...SUCCESS,
    id,
    groups: await listProviders.execute({ withAddresses: true }),
  });
  mount(contract.listProviders, async ({ principal }) => ({
    groups: await listProviders.execute({ withAddresses: principal.user.isAdmin }),
  }));
  mount(contract.testProvider, async ({ body: { id, apiKey, ...input } }) => {
    const models = await changeProviders.test(id, { ...input, apiKey });
    return { models: models.map(({ id: model, displayName }) => ({ id: model, displayName })) };
  });
  mount(contract.addProvider, async ({ principal, body: { apiKey, ...input } }) =>
    present(await changeProviders.save(undefined, { ...input, apiKey }, { admin: adminOf(principal), before: null })),
  );
  mount(contract.changeProvider, async ({ principal, params: { id }, body: { apiKey, before, ...input } }) =>
    present(await changeProviders.save(id, { ...input, apiKey }, { admin: adminOf(principal), before })),
  );
  mount(contract.removeProvider, async ({ principal, params: { id } }) => {
    await changeProviders.remove(id, adminOf(principal));
    return present(id);
  });
};
