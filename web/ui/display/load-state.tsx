import type { ReactNode } from 'react';

import { RetryNotice } from './notice.tsx';
import { Skeleton } from './skeleton.tsx';

interface LoadStateProps<T> {
  readonly query: {
    readonly data?: T | undefined;
    readonly isError: boolean;
    readonly isFetching: boolean;
    readonly refetch: () => unknown;
  };
  readonly lines: number;
  readonly loading: string;
  readonly failed: ReactNode;
}

/** A skeleton while a query loads, a notice with a retry when it failed; nothing once it has data. */
export const LoadState = ({ query: { data, isError, isFetching, refetch }, ...rest }: LoadStateProps<unknown>) => {
  if (isError)
    return (
      <RetryNotice busy={isFetching} onRetry={() => void refetch()}>
        {rest.failed}
      </RetryNotice>
    );
  return data === undefined ? <Skeleton lines={rest.lines} label={rest.loading} /> : null;
};

/** The data of a query; its load state until there is any. */
export const Loaded = <T,>({ children, ...rest }: LoadStateProps<T> & { readonly children: (data: T) => ReactNode }) =>
  rest.query.data === undefined ? <LoadState {...rest} /> : children(rest.query.data);
