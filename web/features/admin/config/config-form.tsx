import type { ReactNode } from 'react';

import { Skeleton } from '../../../ui/display/skeleton.tsx';
import type { ConfigOrigins } from './config-api.ts';
import styles from '../shared/forms.module.css';
import { LoadFailed } from '../shared/load-failed.tsx';
import { useTranslations, type TextKey } from '../texts.ts';
import type { ConfigState } from './use-config.ts';

interface ConfigFormProps<T> {
  readonly config: ConfigState<T>;
  readonly children: (value: T) => ReactNode;
}

/** A form once its configuration is there; before that grey lines, and after a failure what happened with a way to try again. */
export const ConfigForm = <T,>({ config: { value, failure, busy, reload }, children }: ConfigFormProps<T>) => {
  const t = useTranslations();
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

const ORIGIN_LABELS: Readonly<Record<ConfigOrigins[string], TextKey>> = {
  default: 'originDefault',
  environment: 'originEnvironment',
  admin: 'originAdmin',
};

/** The origin of a value, or of the nearest thing around it that has one. */
const findOrigin = (origins: ConfigOrigins, path: readonly string[]): ConfigOrigins[string] | undefined => {
  for (let length = path.length; length > 0; length -= 1) {
    const origin = origins[path.slice(0, length).join('.')];
    if (origin) return origin;
  }
  return undefined;
};

/** Where a value comes from, quietly. Nothing where the server does not tell. */
export const OriginLabel = ({
  origins,
  path,
}: {
  readonly origins: ConfigOrigins;
  readonly path: readonly string[];
}) => {
  const t = useTranslations();
  const origin = findOrigin(origins, path);
  return origin ? (
    <span className={styles['origin']} data-origin={origin}>
      {t(ORIGIN_LABELS[origin])}
    </span>
  ) : null;
};
