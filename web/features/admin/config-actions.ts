import { CONFIG_SCHEMAS, type ConfigName } from '../../../src/contract/config-schemas.ts';
import type { ConfigConflict } from '../../../src/contract/config-history.ts';
import { isApiFailure, type ApiFailure } from '../../lib/api-error.ts';
import {
  adminToast,
  conflictTold,
  drafted,
  draftsDropped,
  reasonSet,
  reasonWanted,
  saveFailed,
  type AdminTab,
  type Configs,
  type Draft,
} from '../../state/admin-slice.ts';
import type { RootState } from '../../state/root.ts';
import type { AppDispatch } from '../../state/store.ts';
import { configApi, type Loaded, type Meta } from './config-api.ts';
import {
  AGENTS,
  FILE_TTL,
  FREEMIUM,
  MODEL_CONFIG,
  RATE_LIMITS,
  STORAGE_LIMITS,
  VISION,
  type Spec,
} from './config-specs.ts';
import { rebased } from './documents.ts';
import { problemText } from './problem-text.ts';
import { say, type TextKey } from './texts.ts';

type Thunk<T> = (dispatch: AppDispatch, getState: () => RootState) => T;

export interface ConfigActions {
  readonly name: ConfigName;
  readonly title: TextKey;
  readonly meta: (state: RootState) => Meta | undefined;
  /** Asks the server again; unsaved changes stay on top where nobody else changed the same. */
  readonly reload: () => Thunk<Promise<void>>;
  /** False when it did not work; then the slice says why. Nothing to save is a success. */
  readonly save: (reason: string) => Thunk<Promise<boolean>>;
  /** What of the unsaved changes cannot be saved, in words; null when nothing. */
  readonly problem: (state: RootState) => string | null;
}

const rebasedDraft = <T>(draft: Draft<T>, { config, meta }: Loaded<T>): Draft<T> => ({
  base: config,
  version: meta.version,
  value: rebased(draft.base, draft.value, config),
});

const tellsConflict = (data: ApiFailure['data']): data is ApiFailure['data'] & ConfigConflict =>
  Array.isArray(data['changes']) && typeof data['version'] === 'number';

/** The trial tells the server's own words in the same line; elsewhere they stand apart. */
const failureOf = <N extends ConfigName>({ name, saveFailure }: Spec<N>, { message }: ApiFailure) =>
  name === 'freemium'
    ? { text: say('named', { name: say(saveFailure), text: message }), detail: null }
    : { text: say(saveFailure), detail: message };

const actionsOf = <N extends ConfigName>(spec: Spec<N>): ConfigActions => {
  const draftOf = ({ admin }: RootState): Draft<Configs[N]> | undefined => admin.drafts[spec.name];
  const reload: ConfigActions['reload'] = () => async (dispatch, getState) => {
    const fresh = await spec.fetch(dispatch);
    const draft = draftOf(getState());
    if (fresh && draft) dispatch(drafted(spec.put(rebasedDraft(draft, fresh))));
  };
  const save: ConfigActions['save'] = (reason) => async (dispatch, getState) => {
    const draft = draftOf(getState());
    if (!draft) return true;
    const { error } = await dispatch(
      configApi.endpoints.saveConfig.initiate(spec.request(draft, reason), { track: false }),
    );
    if (!error) {
      await spec.fetch(dispatch);
      dispatch(draftsDropped([spec.name]));
      return true;
    }
    if (!isApiFailure(error)) dispatch(saveFailed({ text: say(spec.saveFailure), detail: null }));
    else if (error.status === 409 && tellsConflict(error.data))
      dispatch(conflictTold({ name: spec.name, told: error.data }));
    else dispatch(saveFailed(failureOf(spec, error)));
    return false;
  };
  const problem: ConfigActions['problem'] = (state) => {
    const draft = draftOf(state);
    const issue = draft && CONFIG_SCHEMAS[spec.name].safeParse(draft.value).error?.issues[0];
    return issue ? say('named', { name: say(spec.title), text: problemText(issue) }) : null;
  };
  return { name: spec.name, title: spec.title, meta: (state) => spec.select(state)?.meta, reload, save, problem };
};

export const CONFIG: Readonly<Record<ConfigName, ConfigActions>> = {
  'rate-limits': actionsOf(RATE_LIMITS),
  'model-config': actionsOf(MODEL_CONFIG),
  vision: actionsOf(VISION),
  agents: actionsOf(AGENTS),
  freemium: actionsOf(FREEMIUM),
  'file-ttl': actionsOf(FILE_TTL),
  'storage-limits': actionsOf(STORAGE_LIMITS),
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
  (names: readonly ConfigName[], done: string): Thunk<Promise<void>> =>
  async (dispatch, getState) => {
    dispatch(saveFailed(null));
    dispatch(conflictTold(null));
    const changed = names.filter((name) => isDirty(getState(), name));
    const reason = getState().admin.reason.trim();
    if (reason === '') {
      dispatch(reasonWanted());
      return;
    }
    const problem = changed.map((name) => CONFIG[name].problem(getState())).find((text) => text !== null);
    if (problem) {
      dispatch(saveFailed({ text: problem, detail: null }));
      return;
    }
    for (const name of changed) if (!(await dispatch(CONFIG[name].save(reason)))) return;
    dispatch(reasonSet(''));
    dispatch(adminToast('success', done));
  };
