import { SETTINGS_ROUTES } from '../../../contract/admin-config.ts';
import * as history from '../../../contract/config-history.ts';
import { getModelConfig } from '../../../contract/models.ts';
import { presentSaved, presentSettings, readChange, SETTINGS_WIRES } from '../../../contract/settings-wire.ts';
import { type Author, ChangeConfig } from '../../../domain/admin/change-config.ts';
import type { Change } from '../../../domain/admin/ports.ts';
import { type CurrentConfig, GetConfig } from '../../../domain/admin/get-config.ts';
import type { SettingsName } from '../../../shared/settings/documents.ts';
import type { Mount } from '../mount.ts';
import { SUCCESS, toIso } from '../presenters.ts';
import { type UserPrincipal, effectiveTier } from '../authenticator.ts';
import type { Handlers } from '../handlers.ts';

export const adminConfigHandlers = {
  getConfig: GetConfig,
  changeConfig: ChangeConfig,
};

export type AdminConfigHandlers = Handlers<typeof adminConfigHandlers>;

interface ChangeNote {
  readonly reason?: string | undefined;
  readonly version?: number | undefined;
}

const toAuthor = ({ user: { uid, name } }: UserPrincipal, { reason = '', version }: ChangeNote): Author => ({
  admin: { uid, name },
  reason,
  seenVersion: version,
});

const toMetadata = ({
  version,
  updatedAt,
  updatedBy,
  reason,
}: Omit<CurrentConfig<SettingsName>, 'document' | 'origins'>) => ({
  version,
  updatedBy,
  reason,
  lastUpdated: updatedAt === null ? null : toIso(updatedAt),
});

const toState = ({ document, origins, ...now }: CurrentConfig<SettingsName>) => ({
  document: { ...document },
  metadata: toMetadata(now),
  origins,
});

/** What admins set. */
export const adminConfigRoutes = (mount: Mount, handlers: AdminConfigHandlers): void => {
  const { getConfig, changeConfig } = handlers;
  for (const { name, read, save } of SETTINGS_ROUTES) {
    const wire = SETTINGS_WIRES[name];
    const present = async () => presentSettings(wire, toState(await getConfig.getCurrent(name)));
    if (name === 'model-config') modelRoute(mount, getConfig);
    else mount(read, present);
    mount(save, async ({ principal, body }) => {
      const { updates, ...note } = readChange(wire, body);
      await changeConfig.save(name, toAuthor(principal, note), updates);
      return presentSaved(wire, await present());
    });
  }
  versionRoutes(mount, handlers);
};

/** People look up the models of their own tier where admins read those of all. */
const modelRoute = (mount: Mount, getConfig: GetConfig): void => {
  mount(getModelConfig, async ({ principal }) => {
    const now = await getConfig.getCurrent('model-config');
    const { tiers } = now.document;
    const metadata = toMetadata(now);
    if (principal.user.isAdmin) return { tiers, ...metadata, origins: { ...now.origins } };
    const own = effectiveTier(principal);
    return { tiers: { [own]: tiers[own] }, lastUpdated: metadata.lastUpdated, version: now.version };
  });
};

const presentChange = ({ path, from = null, to = null }: Change) => ({ path: [...path], from, to });

const versionRoutes = (mount: Mount, { getConfig, changeConfig }: AdminConfigHandlers): void => {
  mount(history.configVersions, async ({ params, query }) => ({
    versions: (await getConfig.listVersions(params.name, query)).map(
      ({ version, by, at, reason, restored, changes }) => ({
        version,
        by: by.uid,
        byName: by.name,
        at: toIso(at),
        reason,
        restored,
        changes: changes.map(presentChange),
      }),
    ),
  }));
  mount(history.undoConfig, async ({ principal, params: { name }, body: { current, reason, ...wanted } }) => {
    const author = toAuthor(principal, { reason: reason || `Back to version ${wanted.version}`, version: current });
    return { ...SUCCESS, version: await changeConfig.restore(name, author, wanted) };
  });
};
