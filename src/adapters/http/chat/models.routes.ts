import { discoverModels } from '../../../contract/models.ts';
import { tempOverride } from '../../../contract/override.ts';
import { SetOverride } from '../../../domain/admin/admin-override.ts';
import { DiscoverModels } from '../../../domain/billing/discover-models.ts';
import type { Mount } from '../mount.ts';
import { SUCCESS, toIso } from '../presenters.ts';
import { toRequester } from '../authenticator.ts';
import type { Handlers } from '../handlers.ts';

export const modelHandlers = {
  discoverModels: DiscoverModels,
  setOverride: SetOverride,
};

export type ModelHandlers = Handlers<typeof modelHandlers>;

/** Model discovery and the admin override. */
export const modelRoutes = (mount: Mount, handlers: ModelHandlers): void => {
  mount(discoverModels, async ({ principal }) => {
    const { models, cached } = await handlers.discoverModels.execute(toRequester(principal));
    return {
      models: models.map(({ ownedBy, ...model }) => ({ ...model, owned_by: ownedBy })),
      cached,
      isAdmin: principal.user.isAdmin,
    };
  });
  mount(tempOverride, async ({ principal: { user, token }, body: { enabled, overrideType = 'unlimited' } }) => {
    const override = await handlers.setOverride.execute({
      uid: user.uid,
      token,
      type: enabled ? overrideType : undefined,
    });
    if (!override) return { ...SUCCESS, override: { enabled: false, overrideType: null, expiresAt: null } };
    return {
      ...SUCCESS,
      override: { enabled: true, overrideType: override.type, expiresAt: toIso(override.expiresAt) },
    };
  });
};
