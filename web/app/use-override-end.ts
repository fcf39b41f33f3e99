import { api } from '../lib/api.ts';
import { CLOCK_GRACE_MS, useAtTime } from '../lib/hooks/use-at-time.ts';
import { useAppDispatch, useAppSelector } from '../state/store.ts';

/** An admin's override ends on an open page too: what depends on the plan is asked for again. */
export const useOverrideEnd = (): void => {
  const dispatch = useAppDispatch();
  const expiresAt = useAppSelector(({ session }) => session.user?.override?.expiresAt);
  useAtTime(expiresAt === undefined ? null : Date.parse(expiresAt) + CLOCK_GRACE_MS, () =>
    dispatch(api.util.invalidateTags(['Me', 'Usage', 'ApiKey'])),
  );
};
