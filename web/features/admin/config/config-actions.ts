import { SETTINGS_WIRES, writeChange } from '../../../../src/contract/settings-wire.ts';
import { VISIBLE_SCHEMAS, type SettingsName } from '../../../../src/shared/settings/documents.ts';
import type { RateLimitPart } from '../../../../src/shared/settings/rate-limits.ts';
import type { ConfigConflict } from '../../../../src/contract/config-history.ts';
import type { ApiRequest } from '../../../lib/api.ts';
import { isApiFailure, type ApiFailure } from '../../../lib/api-error.ts';
import {
  ADMIN_TABS,
  adminToast,
  conflictReceived,
  draftsChanged,
  editsOf,
  reasonSet,
  reasonRequired,
  saveFailed,
  type AdminTab,
  type Configs,
  type Draft,
  type Drafts,
  type TabEdits,
} from '../../../state/admin-slice.ts';
import type { RootState } from '../../../state/root-reducer.ts';
import type { Thunk } from '../../../state/store.ts';
import { configApi, type ConfigMeta, type LoadedConfig } from './config-api.ts';
import { CONFIG_SPECS } from './config-specs.ts';
import { isEqual, rebase } from './config-diff.ts';
import { formatIssues, formatRefusedField } from './validation-message.ts';
import { t, type TextKey } from '../texts.ts';

export interface ConfigActions {
  readonly name: SettingsName;
  readonly title: TextKey;
  readonly meta: (state: RootState) => ConfigMeta | undefined;
  /** Reloads the configuration and rebases the unsaved drafts of all tabs on it. */
  readonly reload: () => Thunk<Promise<void>>;
  /** Saves the draft of one tab. False after a failure, which is then in the slice. Without a draft it succeeds. */
  readonly save: (tab: AdminTab, reason: string) => Thunk<Promise<boolean>>;
  /** What of a tab's unsaved changes cannot be saved, in words; null when nothing. */
  readonly validate: (state: RootState, tab: AdminTab) => string | null;
}

const rebaseDraft = <T>(draft: Draft<T>, { config, meta }: LoadedConfig<T>): Draft<T> => ({
  base: config,
  version: meta.version,
  value: rebase(draft.base, draft.value, config),
});

const isConflict = (data: ApiFailure['data']): data is ApiFailure['data'] & ConfigConflict =>
  Array.isArray(data['changes']) && typeof data['version'] === 'number';

/** The trial shows the server's message in the same line; the others, below. */
const toSaveFailure = (name: SettingsName, { message: own, data }: ApiFailure) => {
  const text = t(CONFIG_SPECS[name].saveFailure);
  const message = formatRefusedField(name, data['field']) ?? own;
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

const draftOf = <N extends SettingsName>({ admin }: RootState, tab: AdminTab, name: N): Draft<Configs[N]> | undefined =>
  editsOf(admin, tab).drafts[name];

/**
 * Puts the unsaved drafts of all tabs on the present document, so that a save of one tab makes no conflict in another.
 */
const rebaseDrafts =
  <N extends SettingsName>(name: N, loaded: LoadedConfig<Configs[N]>): Thunk<void> =>
  (dispatch, getState) => {
    for (const tab of ADMIN_TABS) {
      const draft = draftOf(getState(), tab, name);
      if (!draft) continue;
      const next = rebaseDraft(draft, loaded);
      const isSame = isEqual(next.value, next.base);
      dispatch(draftsChanged({ tab, drafts: toDrafts(name, isSame ? undefined : next) }));
    }
  };

const reloadOne =
  <N extends SettingsName>(name: N): Thunk<Promise<void>> =>
  async (dispatch) => {
    const loaded = await dispatch(fetchConfig(name));
    if (loaded) dispatch(rebaseDrafts(name, loaded));
  };

/** Reads a configuration again, and the one that changes along if it is shown anywhere. */
const reloadLinked =
  (name: SettingsName): Thunk<Promise<void>> =>
  async (dispatch, getState) => {
    const linked = LINKED[name];
    const isShown = linked !== undefined && config.select(linked)(getState()).data !== undefined;
    await Promise.all([dispatch(reloadOne(name)), isShown ? dispatch(reloadOne(linked)) : undefined]);
  };

/** The call that saves a draft; the server refuses it when the draft's version is not the newest any more. */
const toRequest = <N extends SettingsName>(name: N, draft: Draft<Configs[N]>, reason: string): ApiRequest => {
  const wire = SETTINGS_WIRES[name];
  const updates = { ...(CONFIG_SPECS[name].toUpdates?.(draft) ?? draft.value) };
  const body = writeChange(wire, { updates, reason, version: draft.version });
  return { method: wire.save.toUpperCase(), path: wire.path, body };
};

/** The save may have been done all the same: no answer came, or that of a proxy. */
const isAnswerLost = ({ status, data }: ApiFailure): boolean =>
  status === 0 || ([502, 504].includes(status) && data['error'] === undefined);

/** Why a save was refused, as the slice has it. */
const toRefusal = (name: SettingsName, error: unknown): Partial<Pick<TabEdits, 'conflict' | 'failure'>> => {
  if (!isApiFailure(error)) return { failure: { text: t(CONFIG_SPECS[name].saveFailure), detail: null } };
  const { status, data } = error;
  if (isAnswerLost(error)) return { failure: { text: t('saveUnknown'), detail: null } };
  if (status === 409 && isConflict(data)) return { conflict: { name, details: data } };
  return { failure: toSaveFailure(name, error) };
};

/** Whether all that a draft changes is stored, as it is where the answer to an earlier save was lost. */
const isStored =
  <N extends SettingsName>(name: N, draft: Draft<Configs[N]>): Thunk<Promise<boolean>> =>
  async (dispatch) => {
    const stored = (await dispatch(fetchConfig(name)))?.config;
    return stored !== undefined && isEqual(rebase(draft.base, stored, draft.value), stored);
  };

const createConfigActions = <N extends SettingsName>(name: N): ConfigActions => {
  const { title } = CONFIG_SPECS[name];
  const save: ConfigActions['save'] = (tab, reason) => async (dispatch, getState) => {
    const draft = draftOf(getState(), tab, name);
    if (!draft) return true;
    const request = toRequest(name, draft, reason);
    const { error } = await dispatch(configApi.endpoints.saveConfig.initiate(request, { track: false }));
    const { conflict, failure } = error ? toRefusal(name, error) : {};
    if (failure || (conflict && !(await dispatch(isStored(name, draft))))) {
      if (conflict) dispatch(conflictReceived({ tab, conflict }));
      if (failure) dispatch(saveFailed({ tab, failure }));
      return false;
    }
    // What was saved is no draft any more; what was changed during the save still is.
    const latest = draftOf(getState(), tab, name);
    const rest = latest && !isEqual(latest.value, draft.value) ? { ...latest, base: draft.value } : undefined;
    dispatch(draftsChanged({ tab, drafts: toDrafts(name, rest) }));
    await dispatch(reloadLinked(name));
    return true;
  };
  const validate: ConfigActions['validate'] = (state, tab) => {
    const draft = draftOf(state, tab, name);
    const issues = draft && VISIBLE_SCHEMAS[name].safeParse(draft.value).error?.issues;
    return issues ? formatIssues(name, draft.value, issues) : null;
  };
  const meta: ConfigActions['meta'] = (state) => config.select(name)(state).data?.[name]?.meta;
  return { name, title, meta, reload: () => reloadLinked(name), save, validate };
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
  'usage-mail': createConfigActions('usage-mail'),
  tools: createConfigActions('tools'),
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
  features: { names: ['rate-limits', 'notices', 'usage-mail'], part: 'features' },
  agents: { names: ['agents'], action: 'saveAgents', saved: 'agentsSaved' },
  tools: { names: ['tools'] },
  prompts: NOTHING,
  freemium: { names: ['freemium'] },
  'file-storage': { names: ['file-ttl', 'storage-limits'], saved: 'storageSaved' },
  'debug-logs': NOTHING,
  audit: { names: ['audit'] },
  shares: NOTHING,
  groups: NOTHING,
  'sign-in': { names: ['second-factor', 'registration'] },
  users: NOTHING,
};

const isDirty = (state: RootState, tab: AdminTab, name: SettingsName): boolean =>
  draftOf(state, tab, name) !== undefined;

/**
 * Saves what was changed on the tab, in order and with its own reason. False after the first
 * failure; the rest stays unsaved.
 */
export const saveTab =
  (tab: AdminTab): Thunk<Promise<boolean>> =>
  async (dispatch, getState) => {
    const { names, saved = 'configSaved' } = TAB_SPECS[tab];
    dispatch(saveFailed({ tab, failure: null }));
    dispatch(conflictReceived({ tab, conflict: null }));
    const changed = names.filter((name) => isDirty(getState(), tab, name));
    const reason = editsOf(getState().admin, tab).reason.trim();
    const problem = changed.map((name) => CONFIG_ACTIONS[name].validate(getState(), tab)).find((text) => text !== null);
    if (problem) dispatch(saveFailed({ tab, failure: { text: problem, detail: null } }));
    if (reason === '') dispatch(reasonRequired({ tab }));
    if (problem || reason === '') return false;
    for (const name of changed) if (!(await dispatch(CONFIG_ACTIONS[name].save(tab, reason)))) return false;
    dispatch(reasonSet({ tab, reason: '' }));
    dispatch(adminToast('success', t(saved)));
    return true;
  };
