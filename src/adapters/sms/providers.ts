import type { TextMessages } from '../../domain/accounts/ports.ts';
import type { Choice } from '../../provider.ts';
import { noSms } from './off.ts';
import type { SmsTools } from './provider.ts';
import { sandboxSms } from './sandbox.ts';
import { twilio } from './twilio.ts';

/** Who may send text messages. A real installation without one has no sign-in by phone. */
export const SMS: Choice<SmsTools, TextMessages> = {
  variable: 'SMS',
  real: [twilio],
  fallback: sandboxSms,
  withoutSandbox: noSms,
};
