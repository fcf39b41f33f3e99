import { SETTINGS_WIRES, writeChange } from '../../../../src/contract/settings-wire.ts';
import { VISIBLE_SCHEMAS, type SettingsName } from '../../../../src/shared/settings/documents.ts';
import type { RateLimitPart } from '../../../../src/shared/settings/rate-limits.ts';
import type { ConfigConflict } from '../../../../src/contract/config-history.ts';
import type { ApiRequest } from '../../../lib/api.ts';
import { isApiFailure, type ApiFailure } from '../../../lib/api-error.ts';
import {
  adminToast,
  conflictReceived,
  draftsChanged,
  draftsDiscarded,
  reasonSet,
  reasonRequired,
  saveFailed,
  type AdminTab,
  type Configs,
  type Draft,
  type Drafts,
} from '../../../state/admin-slice.ts';
import type { RootState } from '../../../state/root-reducer.ts';
import type { Thunk } from '../../../state/store.ts';
import { configApi, type ConfigMeta, type LoadedConfig } from './config-api.ts';
import { CONFIG_SPECS } from './config-specs.ts';
import { isEqual, rebase } from './config-diff.ts';
import { formatIssue } from './validation-message.ts';
import { t, type TextKey } from '../texts.ts';

export interface ConfigActions {
  readonly name: SettingsName;
  readonly title: TextKey;
  readonly meta: (state: RootState) => ConfigMeta | undefined;
  /** Reloads the configuration and rebases an unsaved draft on it. */
  readonly reload: () => Thunk<Promise<void>>;
  /** False after a failure, which is then in the slice. Without a draft it succeeds. */
  readonly save: (reason: string) => Thunk<Promise<boolean>>;
  /** What of the unsaved changes cannot be saved, in words; null when nothing. */
  readonly validate: (state: RootState) => string | null;
}

const rebaseDraft = <T>(draft: Draft<T>, { config, meta }: LoadedConfig<T>): Draft<T> => ({
  base: config,
  version: meta.version,
  value: rebase(draft.base, draft.value, config),
});

const isConflict = (data: ApiFailure['data']): data is ApiFailure['data'] & ConfigConflict =>
  Array.isArray(data['changes']) && typeof data['version'] === 'number';

/** The trial shows the server's message in the same line; the others, below. */
const toSaveFailure = (name: SettingsName, { message }: ApiFailure) => {
  const text = t(CONFIG_SPECS[name].saveFailure);
  return name === 'freemium'
    ? { text: t('named', { name: text, text: message }), detail: null }
    : { text, detail: message };
};

const { config } = configApi.endpoints;
const FORCE_REFETCH = { forceRefetch: true, subscribe: false } as const;

const NO_DRAFTS: Drafts = {};

/** This draft and no other; without one it is gone. */
export const toDrafts = <N extends SettingsName>(name: N, draft: Draft<Configs[N]> | undefined): Drafts => ({
  ...NO_DRAFTS,
  [name]: draft,
});

/** The primary models are in both: who changes one changes the other. */
const LINKED: { readonly [N in SettingsName]?: SettingsName } = {
  'rate-limits': 'model-config',
  'model-config': 'rate-limits',
};

const fetchConfig =
  <N extends SettingsName>(name: N): Thunk<Promise<LoadedConfig<Configs[N]> | undefined>> =>
  async (dispatch) =>
    (await dispatch(config.initiate(name, FORCE_REFETCH))).data?.[name];

/** After a change of one configuration: the other that changed along, if it is shown anywhere. */
const fetchLinked =
  (name: SettingsName): Thunk<Promise<void>> =>
  async (dispatch, getState) => {
    const linked = LINKED[name];
    if (linked && config.select(linked)(getState()).data) await dispatch(fetchConfig(linked));
  };

/** The call that saves a draft; the server refuses it when the draft's version is not the newest any more. */
const toRequest = <N extends SettingsName>(name: N, draft: Draft<Configs[N]>, reason: string): ApiRequest => {
  const wire = SETTINGS_WIRES[name];
  const updates = { ...(CONFIG_SPECS[name].toUpdates?.(draft) ?? draft.value) };
  const body = writeChange(wire, { updates, reason, version: draft.version });
  return { method: wire.save.toUpperCase(), path: wire.path, body };
};

const createConfigActions = <N extends SettingsName>(name: N): ConfigActions => {
  const { title, saveFailure } = CONFIG_SPECS[name];
  const selectDraft = ({ admin }: RootState): Draft<Configs[N]> | undefined => admin.drafts[name];
  const reload: ConfigActions['reload'] = () => async (dispatch, getState) => {
    const [loaded] = await Promise.all([dispatch(fetchConfig(name)), dispatch(fetchLinked(name))]);
    const draft = selectDraft(getState());
    if (loaded && draft) dispatch(draftsChanged(toDrafts(name, rebaseDraft(draft, loaded))));
  };
  /** What was saved is no draft any more; what was changed during the save still is. */
  const dropSaved =
    (saved: Configs[N], loaded: LoadedConfig<Configs[N]> | undefined): Thunk<void> =>
    (dispatch, getState) => {
      const draft = selectDraft(getState());
      const rest = draft && { ...draft, base: saved };
      const next = rest && loaded ? rebaseDraft(rest, loaded) : rest;
      if (!next || isEqual(next.value, next.base)) dispatch(draftsDiscarded([name]));
      else dispatch(draftsChanged(toDrafts(name, next)));
    };
  const save: ConfigActions['save'] = (reason) => async (dispatch, getState) => {
    const draft = selectDraft(getState());
    if (!draft) return true;
    const request = toRequest(name, draft, reason);
    const { error } = await dispatch(configApi.endpoints.saveConfig.initiate(request, { track: false }));
    if (!error) {
      const [loaded] = await Promise.all([dispatch(fetchConfig(name)), dispatch(fetchLinked(name))]);
      dispatch(dropSaved(draft.value, loaded));
      return true;
    }
    if (!isApiFailure(error)) dispatch(saveFailed({ text: t(saveFailure), detail: null }));
    else if (error.status === 409 && isConflict(error.data)) dispatch(conflictReceived({ name, details: error.data }));
    else dispatch(saveFailed(toSaveFailure(name, error)));
    return false;
  };
  const validate: ConfigActions['validate'] = (state) => {
    const draft = selectDraft(state);
    const issue = draft && VISIBLE_SCHEMAS[name].safeParse(draft.value).error?.issues[0];
    return issue ? formatIssue(t(title), issue) : null;
  };
  const meta: ConfigActions['meta'] = (state) => config.select(name)(state).data?.[name]?.meta;
  return { name, title, meta, reload, save, validate };
};

export const CONFIG_ACTIONS: Readonly<Record<SettingsName, ConfigActions>> = {
  'rate-limits': createConfigActions('rate-limits'),
  'model-config': createConfigActions('model-config'),
  vision: createConfigActions('vision'),
  agents: createConfigActions('agents'),
  freemium: createConfigActions('freemium'),
  'file-ttl': createConfigActions('file-ttl'),
  'storage-limits': createConfigActions('storage-limits'),
  registration: createConfigActions('registration'),
  'second-factor': createConfigActions('second-factor'),
  audit: createConfigActions('audit'),
  notices: createConfigActions('notices'),
};

interface TabSpec {
  /** The configurations that the tab edits. */
  readonly names: readonly SettingsName[];
  /** The part of the configuration, where others edit the rest. */
  readonly part?: RateLimitPart;
  readonly action?: TextKey;
  readonly saved?: TextKey;
}

const NOTHING: TabSpec = { names: [] };

export const TAB_SPECS: Readonly<Record<AdminTab, TabSpec>> = {
  overview: NOTHING,
  providers: NOTHING,
  'rate-limits': { names: ['rate-limits'], part: 'messages' },
  'model-access': { names: ['rate-limits'], part: 'models' },
  'model-config': { names: ['model-config', 'vision'] },
  features: { names: ['rate-limits', 'notices'], part: 'features' },
  agents: { names: ['agents'], action: 'saveAgents', saved: 'agentsSaved' },
  freemium: { names: ['freemium'] },
  'file-storage': { names: ['file-ttl', 'storage-limits'], saved: 'storageSaved' },
  'debug-logs': NOTHING,
  audit: { names: ['audit'] },
  shares: NOTHING,
  users: { names: ['second-factor'] },
};

export const isDirty = ({ admin }: RootState, name: SettingsName): boolean => admin.drafts[name] !== undefined;

/** Saves what was changed on the tab, in order. False after the first failure; the rest stays unsaved. */
export const saveTab =
  (tab: AdminTab): Thunk<Promise<boolean>> =>
  async (dispatch, getState) => {
    const { names, saved = 'configSaved' } = TAB_SPECS[tab];
    dispatch(saveFailed(null));
    dispatch(conflictReceived(null));
    const changed = names.filter((name) => isDirty(getState(), name));
    const reason = getState().admin.reason.trim();
    const problem = changed.map((name) => CONFIG_ACTIONS[name].validate(getState())).find((text) => text !== null);
    if (problem) dispatch(saveFailed({ text: problem, detail: null }));
    if (reason === '') dispatch(reasonRequired());
    if (problem || reason === '') return false;
    for (const name of changed) if (!(await dispatch(CONFIG_ACTIONS[name].save(reason)))) return false;
    dispatch(reasonSet(''));
    dispatch(adminToast('success', t(saved)));
    return true;
  };
