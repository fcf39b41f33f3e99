import type { Dispatch } from '@reduxjs/toolkit';

import { approvalPending, challengeSet, secondFactorRequiredSet } from '../state/auth-modal-slice.ts';
import { authModalSet } from '../state/ui-slice.ts';
import { verificationClosed } from '../state/verification-slice.ts';
import type { ApiFailure } from './api-error.ts';

/**
 * A needed or required second factor leads to its step, whichever call was refused: the dialog of signing in
 * goes on with the second step, or the settings open where one is set up. Where an admin has to approve, the
 * dialog says what happens now.
 */
export const reportSignInStep = ({ code, data }: ApiFailure, dispatch: Dispatch): void => {
  const { challenge, methods } = data;
  if (code === 'SECOND_FACTOR_REQUIRED') dispatch(secondFactorRequiredSet(true));
  if (code === 'APPROVAL_PENDING') {
    dispatch(authModalSet(true));
    dispatch(approvalPending(data['byMail'] === true));
  }
  if (code !== 'SECOND_FACTOR_NEEDED' || typeof challenge !== 'string' || !Array.isArray(methods)) return;
  dispatch(verificationClosed());
  dispatch(authModalSet(true));
  dispatch(challengeSet({ challenge, methods: methods.map(String) }));
};
