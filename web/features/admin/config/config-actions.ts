import { CONFIG_SCHEMAS, type ConfigName } from '../../../../src/contract/config-schemas.ts';
import type { ConfigConflict } from '../../../../src/contract/config-history.ts';
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
} from '../../../state/admin-slice.ts';
import type { RootState } from '../../../state/root-reducer.ts';
import type { AppDispatch } from '../../../state/store.ts';
import { configApi, type LoadedConfig, type ConfigMeta } from './config-api.ts';
import {
  AGENTS,
  FILE_TTL,
  FREEMIUM,
  MODEL_CONFIG,
  RATE_LIMITS,
  STORAGE_LIMITS,
  VISION,
  type ConfigSpec,
} from './config-specs.ts';
import { rebase } from './config-diff.ts';
import { formatIssue } from './validation-message.ts';
import { t, type TextKey } from '../texts.ts';

type Thunk<T> = (dispatch: AppDispatch, getState: () => RootState) => T;

export interface ConfigActions {
  readonly name: ConfigName;
  readonly title: TextKey;
  readonly meta: (state: RootState) => ConfigMeta | undefined;
  /** Asks the server again; unsaved changes stay on top where nobody else changed the same. */
  readonly reload: () => Thunk<Promise<void>>;
  /** False when it did not work; then the slice says why. Nothing to save is a success. */
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

/** The trial tells the server's own words in the same line; elsewhere they stand apart. */
const toSaveFailure = <N extends ConfigName>({ name, saveFailure }: ConfigSpec<N>, { message }: ApiFailure) =>
  name === 'freemium'
    ? { text: t('named', { name: t(saveFailure), text: message }), detail: null }
    : { text: t(saveFailure), detail: message };

const createConfigActions = <N extends ConfigName>(spec: ConfigSpec<N>): ConfigActions => {
  const selectDraft = ({ admin }: RootState): Draft<Configs[N]> | undefined => admin.drafts[spec.name];
  const reload: ConfigActions['reload'] = () => async (dispatch, getState) => {
    const loaded = await spec.fetch(dispatch);
    const draft = selectDraft(getState());
    if (loaded && draft) dispatch(draftsChanged(spec.toDrafts(rebaseDraft(draft, loaded))));
  };
  const save: ConfigActions['save'] = (reason) => async (dispatch, getState) => {
    const draft = selectDraft(getState());
    if (!draft) return true;
    const { error } = await dispatch(
      configApi.endpoints.saveConfig.initiate(spec.request(draft, reason), { track: false }),
    );
    if (!error) {
      await spec.fetch(dispatch);
      dispatch(draftsDiscarded([spec.name]));
      return true;
    }
    if (!isApiFailure(error)) dispatch(saveFailed({ text: t(spec.saveFailure), detail: null }));
    else if (error.status === 409 && isConflict(error.data))
      dispatch(conflictReceived({ name: spec.name, details: error.data }));
    else dispatch(saveFailed(toSaveFailure(spec, error)));
    return false;
  };
  const validate: ConfigActions['validate'] = (state) => {
    const draft = selectDraft(state);
    const issue = draft && CONFIG_SCHEMAS[spec.name].safeParse(draft.value).error?.issues[0];
    return issue ? t('named', { name: t(spec.title), text: formatIssue(issue) }) : null;
  };
  return { name: spec.name, title: spec.title, meta: (state) => spec.select(state)?.meta, reload, save, validate };
};

export const CONFIG_ACTIONS: Readonly<Record<ConfigName, ConfigActions>> = {
  'rate-limits': createConfigActions(RATE_LIMITS),
  'model-config': createConfigActions(MODEL_CONFIG),
  vision: createConfigActions(VISION),
  agents: createConfigActions(AGENTS),
  freemium: createConfigActions(FREEMIUM),
  'file-ttl': createConfigActions(FILE_TTL),
  'storage-limits': createConfigActions(STORAGE_LIMITS),
};

/** The configurations that the footer's Save covers; agents and files have buttons of their own. */
export const FOOTER_CONFIGS: readonly ConfigName[] = ['rate-limits', 'model-config', 'vision', 'freemium'];

/** What stands on each tab. */
export const TAB_CONFIGS: Readonly<Record<AdminTab, readonly ConfigName[]>> = {
  overview: [],
  'rate-limits': ['rate-limits'],
  'model-access': ['rate-limits'],
  'model-config': ['model-config', 'vision'],
  features: ['rate-limits'],
  agents: ['agents'],
  freemium: ['freemium'],
  'file-storage': ['file-ttl', 'storage-limits'],
  'debug-logs': [],
  users: [],
};

export const isDirty = ({ admin }: RootState, name: ConfigName): boolean => admin.drafts[name] !== undefined;

/** Saves what of these is changed, one after the other; the first failure ends it and keeps what is left as unsaved. */
export const saveConfigs =
  (names: readonly ConfigName[], successText: string): Thunk<Promise<void>> =>
  async (dispatch, getState) => {
    dispatch(saveFailed(null));
    dispatch(conflictReceived(null));
    const changed = names.filter((name) => isDirty(getState(), name));
    const reason = getState().admin.reason.trim();
    if (reason === '') {
      dispatch(reasonRequired());
      return;
    }
    const problem = changed.map((name) => CONFIG_ACTIONS[name].validate(getState())).find((text) => text !== null);
    if (problem) {
      dispatch(saveFailed({ text: problem, detail: null }));
      return;
    }
    for (const name of changed) if (!(await dispatch(CONFIG_ACTIONS[name].save(reason)))) return;
    dispatch(reasonSet(''));
    dispatch(adminToast('success', successText));
  };
