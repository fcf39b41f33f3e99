import { takeParameter } from '../lib/address.ts';
import { resetLinkOpened } from '../state/auth-modal-slice.ts';
import type { AppStore } from '../state/store.ts';
import { authModalSet } from '../state/ui-slice.ts';
import { verifyLinkOpened } from '../state/verification-slice.ts';

/** Takes the one-time secrets of mailed links out of the address before anything else sees it, and opens what they are for. */
export const takeLinks = ({ dispatch }: Pick<AppStore, 'dispatch'>): void => {
  const verify = takeParameter('token');
  const reset = takeParameter('reset');
  if (verify !== null) dispatch(verifyLinkOpened(verify));
  if (reset === null) return;
  dispatch(authModalSet(true));
  dispatch(resetLinkOpened(reset));
};
