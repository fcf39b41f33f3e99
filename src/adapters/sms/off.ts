import { z } from 'zod';

import { SmsNotSent } from '../../domain/accounts/errors.ts';
import { TextMessages } from '../../domain/accounts/ports.ts';
import { smsProvider } from './provider.ts';

class NoTextMessages extends TextMessages {
  readonly isSandbox = false;

  send(): Promise<void> {
    return Promise.reject(new SmsNotSent());
  }

  check(): Promise<void> {
    return this.send();
  }
}

/** No phone sign-in. */
export const noSms = smsProvider({
  id: 'off',
  label: 'off',
  settings: z.object({}),
  connect: () => new NoTextMessages(),
});
