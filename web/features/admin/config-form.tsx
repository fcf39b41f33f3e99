import type { ReactNode } from 'react';

import { Skeleton } from '../../ui/skeleton.tsx';
import type { Origins } from './config-api.ts';
import styles from './forms.module.css';
import { LoadFailed } from './load-failed.tsx';
import { useTexts, type TextKey } from './texts.ts';
import type { Config } from './use-config.ts';

interface ConfigFormProps<T> {
  readonly config: Config<T>;
  readonly children: (value: T) => ReactNode;
}

/** A form once its configuration is there; before that grey lines, and after a failure what happened with a way to try again. */
export const ConfigForm = <T,>({ config: { value, failure, busy, reload }, children }: ConfigFormProps<T>) => {
  const t = useTexts();
  return (
    <>
      {failure ? (
        <LoadFailed busy={busy} onRetry={reload}>
          {value === undefined ? failure : t('defaultsShown', { failure })}
        </LoadFailed>
      ) : null}
      {value === undefined ? null : children(value)}
      {value === undefined && !failure ? <Skeleton lines={8} label={t('configLoading')} /> : null}
    </>
  );
};

const WORDS: Readonly<Record<Origins[string], TextKey>> = {
  default: 'originDefault',
  environment: 'originEnvironment',
  admin: 'originAdmin',
};

/** The origin of a value, or of the nearest thing around it that has one. */
const originOf = (origins: Origins, path: readonly string[]): Origins[string] | undefined => {
  for (let length = path.length; length > 0; length -= 1) {
    const origin = origins[path.slice(0, length).join('.')];
    if (origin) return origin;
  }
  return undefined;
};

/** Where a value comes from, quietly. Nothing where the server does not tell. */
export const Origin = ({ origins, path }: { readonly origins: Origins; readonly path: readonly string[] }) => {
  const t = useTexts();
  const origin = originOf(origins, path);
  return origin ? (
    <span className={styles['origin']} data-origin={origin}>
      {t(WORDS[origin])}
    </span>
  ) : null;
};
