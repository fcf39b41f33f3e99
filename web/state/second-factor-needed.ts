import { createAction } from '@reduxjs/toolkit';

/** The first step of a sign-in was right, and the account asks for a second one. */
export interface SecondFactorChallenge {
  /** Proves the first step, once. Memory only. */
  readonly challenge: string;
  readonly methods: readonly string[];
}

/** Any call may be answered so, whichever way in it is: the dialog of signing in goes on with the second step. */
export const secondFactorNeeded = createAction<SecondFactorChallenge>('secondFactorNeeded');

/** The challenge in a failed call; null for any other failure. */
export const readChallenge = ({
  code,
  data,
}: {
  readonly code: string | null;
  readonly data: Readonly<Record<string, unknown>>;
}): SecondFactorChallenge | null => {
  const { challenge, methods } = data;
  return code === 'SECOND_FACTOR_NEEDED' && typeof challenge === 'string' && Array.isArray(methods)
    ? { challenge, methods: methods.map(String) }
    : null;
};

/** The operator requires a second factor, and this account has none: it may only set one up. */
export const secondFactorRequired = createAction('secondFactorRequired');
