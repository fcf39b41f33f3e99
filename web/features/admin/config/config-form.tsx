import { createContext, use, type ReactNode } from 'react';

import { RetryNotice } from '../../../ui/display/notice.tsx';
import { Skeleton } from '../../../ui/display/skeleton.tsx';
import type { ConfigOrigins } from './config-api.ts';
import styles from '../shared/forms.module.css';
import { useTranslations, type TextKey } from '../texts.ts';
import type { ConfigState } from './use-config.ts';

const OriginsContext = createContext<ConfigOrigins>({});

interface ConfigFormProps<T> {
  readonly config: ConfigState<T>;
  readonly children: (value: T) => ReactNode;
}

/** A form for a configuration: a skeleton while it loads, and after a failure a notice with a retry. */
export const ConfigForm = <T,>({ config: { value, origins, failure, busy, reload }, children }: ConfigFormProps<T>) => {
  const t = useTranslations();
  return (
    <OriginsContext value={origins}>
      {failure ? (
        <RetryNotice busy={busy} onRetry={reload}>
          {value === undefined ? failure : t('defaultsShown', { failure })}
        </RetryNotice>
      ) : null}
      {value === undefined ? null : children(value)}
      {value === undefined && !failure ? <Skeleton lines={8} label={t('configLoading')} /> : null}
    </OriginsContext>
  );
};

const ORIGIN_LABELS: Readonly<Record<ConfigOrigins[string], TextKey>> = {
  default: 'originDefault',
  environment: 'originEnvironment',
  admin: 'originAdmin',
};

/** The origin of a value, or of the nearest part around it that has one. */
const findOrigin = (origins: ConfigOrigins, path: readonly string[]): ConfigOrigins[string] | undefined => {
  for (let length = path.length; length > 0; length -= 1) {
    const origin = origins[path.slice(0, length).join('.')];
    if (origin) return origin;
  }
  return undefined;
};

interface OriginLabelProps {
  readonly path: readonly string[];
  /** A note that the label follows. */
  readonly children?: ReactNode;
}

/** Where a value of the form around it comes from; nothing if the server does not say. */
export const OriginLabel = ({ path, children }: OriginLabelProps) => {
  const t = useTranslations();
  const origin = findOrigin(use(OriginsContext), path);
  const label = origin ? (
    <span className={styles['origin']} data-origin={origin}>
      {t(ORIGIN_LABELS[origin])}
    </span>
  ) : null;
  return children ? (
    <>
      {children} {label}
    </>
  ) : (
    label
  );
};
