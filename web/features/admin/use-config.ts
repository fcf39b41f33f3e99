import type { ConfigName } from '../../../src/contract/config-schemas.ts';
import { drafted, draftsDropped, type Configs, type Draft } from '../../state/admin-slice.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { CONFIG } from './config-actions.ts';
import type { Loaded, Meta, Origins } from './config-api.ts';
import type { Spec } from './config-specs.ts';
import { same } from './documents.ts';
import { useTexts } from './texts.ts';

export interface Config<T> {
  /** As it is in the form: unsaved changes, else what the server told. Undefined while nothing is known. */
  readonly value: T | undefined;
  readonly meta: Meta | null;
  readonly origins: Origins;
  readonly dirty: boolean;
  /** Why there is nothing, or only the defaults; null when it was loaded. */
  readonly failure: string | null;
  readonly busy: boolean;
  readonly change: (value: T) => void;
  readonly reset: () => void;
  readonly reload: () => void;
}

const NO_ORIGINS: Origins = {};

const told = (loaded: Loaded<unknown> | undefined): Pick<Config<unknown>, 'meta' | 'origins'> =>
  loaded ? { meta: loaded.meta, origins: loaded.origins } : { meta: null, origins: NO_ORIGINS };

/** What unsaved changes are compared with: what they began from, else what the server tells, else, when it cannot, the defaults. */
const beginning = <T>(
  draft: Draft<T> | undefined,
  loaded: Loaded<T> | undefined,
  fallback: T | undefined,
): Omit<Draft<T>, 'value'> | undefined => {
  if (draft) return draft;
  if (loaded) return { base: loaded.config, version: loaded.meta.version };
  return fallback === undefined ? undefined : { base: fallback, version: 0 };
};

/** One configuration as a form works on it. Changed back to what it was, it counts as unchanged. */
export const useConfig = <N extends ConfigName>(spec: Spec<N>): Config<Configs[N]> => {
  const t = useTexts();
  const dispatch = useAppDispatch();
  const { currentData: loaded, isError, isFetching } = spec.useRead();
  const draft = useAppSelector(({ admin }) => admin.drafts[spec.name]);
  const start = beginning(draft, loaded, isError ? spec.fallback : undefined);
  const change = (value: Configs[N]): void => {
    if (!start) return;
    dispatch(
      drafted(spec.put(same(value, start.base) ? undefined : { base: start.base, version: start.version, value })),
    );
  };
  return {
    value: draft ? draft.value : start?.base,
    ...told(loaded),
    dirty: draft !== undefined,
    failure: isError && !loaded ? t(spec.loadFailure) : null,
    busy: isFetching,
    change,
    reset: () => {
      dispatch(draftsDropped([spec.name]));
    },
    reload: () => {
      void dispatch(CONFIG[spec.name].reload());
    },
  };
};
