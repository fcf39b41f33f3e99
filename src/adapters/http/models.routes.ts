import { discoverModels } from '../../contract/models.ts';
import { tempOverride } from '../../contract/override.ts';
import type { SwitchOverride } from '../../domain/admin/override.ts';
import type { DiscoverModels } from '../../domain/billing/discover-models.ts';
import type { Mount } from './mount.ts';
import { done, iso } from './present.ts';
import { askerOf } from './principal.ts';

export interface ModelUses {
  readonly discoverModels: DiscoverModels;
  readonly switchOverride: SwitchOverride;
}

/** The models somebody may choose among, and as what an admin acts. */
export const modelRoutes = (mount: Mount, use: ModelUses): void => {
  mount(discoverModels, async ({ principal }) => {
    const { models, cached } = await use.discoverModels.execute(askerOf(principal));
    return {
      models: models.map(({ ownedBy, ...model }) => ({ ...model, owned_by: ownedBy })),
      cached,
      isAdmin: principal.user.isAdmin,
    };
  });
  mount(tempOverride, async ({ principal: { user, token }, body: { enabled, overrideType = 'unlimited' } }) => {
    const override = await use.switchOverride.execute({
      uid: user.uid,
      token,
      type: enabled ? overrideType : undefined,
    });
    if (!override) return { ...done, override: { enabled: false, overrideType: null, expiresAt: null } };
    return { ...done, override: { enabled: true, overrideType: override.type, expiresAt: iso(override.expiresAt) } };
  });
};
