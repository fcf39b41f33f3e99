import { useAppSelector } from '../../../state/store.ts';

/** Auditors read a part of the panel and change nothing. */
export const useIsAdmin = (): boolean => useAppSelector(({ session }) => session.user?.isAdmin === true);
