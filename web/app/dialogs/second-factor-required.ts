import { useEffect } from 'react';

import { useAppSelector } from '../../state/store.ts';
import { openDialog } from '../router/navigation.ts';

/** Leads to where a required second factor is set up. */
export const useSecondFactorRequired = (): void => {
  const isRequired = useAppSelector(({ authModal }) => authModal.secondFactorRequired);
  useEffect(() => {
    if (isRequired) openDialog({ at: 'settings', section: 'second-factor' });
  }, [isRequired]);
};
