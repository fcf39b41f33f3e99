import type { ApiFailure } from './api-error.ts';

/** Asks the person to confirm who they are; false when they leave it. */
type Ask = () => Promise<boolean>;

let ask: Ask | null = null;
let answer: Promise<boolean> | null = null;

/** Whoever shows the dialog registers here. The returned function ends that. */
export const onReauthentication = (handler: Ask): (() => void) => {
  ask = handler;
  return () => {
    if (ask === handler) ask = null;
  };
};

/** Whether a refused call may be sent again, because the person has confirmed who they are. Calls at once share a dialog. */
export const isConfirmed = async ({ code }: ApiFailure): Promise<boolean> => {
  if (code !== 'REAUTHENTICATION_REQUIRED' || ask === null) return false;
  answer ??= ask().finally(() => {
    answer = null;
  });
  return answer;
};
