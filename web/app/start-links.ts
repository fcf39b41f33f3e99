import { takeParameter } from '../lib/address.ts';
import { pageNumber } from '../lib/own-file.ts';
import { resetLinkOpened } from '../state/auth-modal-slice.ts';
import { filePreviewed } from '../state/files-slice.ts';
import type { AppStore } from '../state/store.ts';
import { authModalSet } from '../state/ui-slice.ts';
import { verifyLinkOpened } from '../state/verification-slice.ts';

/** Takes the one-time secrets of mailed links, and the file that a link of our own means, out of the address before anything else sees it, and opens what they are for. */
export const takeLinks = ({ dispatch, getState }: Pick<AppStore, 'dispatch' | 'getState'>): void => {
  const file = takeParameter('file');
  const page = file === null ? null : takeParameter('page');
  const verify = takeParameter('token');
  const reset = takeParameter('reset');
  if (file !== null) {
    dispatch(filePreviewed({ id: file, page: pageNumber(page) }));
    // Only its owner can see it.
    if (getState().session.token === null) dispatch(authModalSet(true));
  }
  if (verify !== null) dispatch(verifyLinkOpened(verify));
  if (reset === null) return;
  dispatch(authModalSet(true));
  dispatch(resetLinkOpened(reset));
};
