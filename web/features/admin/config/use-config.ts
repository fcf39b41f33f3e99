import type { SettingsName } from '../../../../src/shared/settings/documents.ts';
import { draftsChanged, editsOf, type Configs, type Draft } from '../../../state/admin-slice.ts';
import { useAppDispatch, useAppSelector } from '../../../state/store.ts';
import { CONFIG_ACTIONS, toDrafts } from './config-actions.ts';
import { configApi, type LoadedConfig, type ConfigMeta, type ConfigOrigins } from './config-api.ts';
import { CONFIG_SPECS } from './config-specs.ts';
import { isEqual } from './config-diff.ts';
import { useTranslations } from '../texts.ts';

export interface ConfigState<T> {
  /** The unsaved draft, else the loaded value; undefined until it is loaded. */
  readonly value: T | undefined;
  readonly meta: ConfigMeta | null;
  readonly origins: ConfigOrigins;
  /** Why there is nothing, or only the defaults; null when it was loaded. */
  readonly failure: string | null;
  readonly busy: boolean;
  readonly change: (value: T) => void;
  readonly reload: () => void;
}

const NOT_LOADED: Pick<ConfigState<unknown>, 'meta' | 'origins'> = { meta: null, origins: {} };

/** What a draft is compared with: its base, else the loaded value, else the defaults if loading failed. */
const resolveBase = <T>(
  draft: Draft<T> | undefined,
  loaded: LoadedConfig<T> | undefined,
  fallback: T | undefined,
): Omit<Draft<T>, 'value'> | undefined => {
  if (draft) return draft;
  if (loaded) return { base: loaded.config, version: loaded.meta.version };
  return fallback === undefined ? undefined : { base: fallback, version: 0 };
};

/** One configuration as a form of the shown tab works on it. Changed back to what it was, it counts as unchanged. */
export const useConfig = <N extends SettingsName>(name: N): ConfigState<Configs[N]> => {
  const t = useTranslations();
  const dispatch = useAppDispatch();
  const { currentData, isError, isFetching } = configApi.useConfigQuery(name);
  const { fallback, loadFailure } = CONFIG_SPECS[name];
  const loaded: LoadedConfig<Configs[N]> | undefined = currentData?.[name];
  const tab = useAppSelector(({ admin }) => admin.tab);
  const draft: Draft<Configs[N]> | undefined = useAppSelector(({ admin }) => editsOf(admin, tab).drafts[name]);
  const { meta, origins } = loaded ?? NOT_LOADED;
  const base = resolveBase(draft, loaded, isError ? fallback : undefined);
  const change = (value: Configs[N]): void => {
    if (!base) return;
    const next = isEqual(value, base.base) ? undefined : { base: base.base, version: base.version, value };
    dispatch(draftsChanged({ tab, drafts: toDrafts(name, next) }));
  };
  return {
    value: draft ? draft.value : base?.base,
    meta,
    origins,
    failure: isError && !loaded ? t(loadFailure) : null,
    busy: isFetching,
    change,
    reload: () => void dispatch(CONFIG_ACTIONS[name].reload()),
  };
};
