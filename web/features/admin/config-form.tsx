import type { ReactNode } from 'react';

import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Origins } from './config-api.ts';
import styles from './forms.module.css';
import type { Config } from './use-config.ts';

interface ConfigFormProps<T> {
  readonly config: Config<T>;
  readonly children: (value: T) => ReactNode;
}

/** A form once its configuration is there; before that grey lines, and after a failure what happened with a way to try again. */
export const ConfigForm = <T,>({ config: { value, failure, busy, reload }, children }: ConfigFormProps<T>) => (
  <>
    {failure ? (
      <Notice tone="danger" action={<Button size="s" busy={busy} onClick={reload}>Try again</Button>}>
        {failure}
        {value === undefined ? null : '. The defaults are shown.'}
      </Notice>
    ) : null}
    {value === undefined ? null : children(value)}
    {value === undefined && !failure ? <Skeleton lines={8} label="Loading the configuration" /> : null}
  </>
);

const WORDS = { default: 'Default', environment: 'Set in the environment', admin: 'Set by an admin' } as const;

/** The origin of a value, or of the nearest thing around it that has one. */
const originOf = (origins: Origins, path: readonly string[]): keyof typeof WORDS | undefined => {
  for (let length = path.length; length > 0; length -= 1) {
    const origin = origins[path.slice(0, length).join('.')];
    if (origin) return origin;
  }
  return undefined;
};

/** Where a value comes from, quietly. Nothing where the server does not tell. */
export const Origin = ({ origins, path }: { readonly origins: Origins; readonly path: readonly string[] }) => {
  const origin = originOf(origins, path);
  return origin ? <span className={styles['origin']} data-origin={origin}>{WORDS[origin]}</span> : null;
};
