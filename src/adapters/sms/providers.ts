import type { TextMessages } from '../../domain/accounts/ports.ts';
import type { ProviderRegistry } from '../../platform/provider-registry.ts';
import { noSms } from './off.ts';
import type { SmsDeps } from './provider.ts';
import { sandboxSms } from './sandbox.ts';
import { twilio } from './twilio.ts';

/** SMS providers. A real installation without one has no phone sign-in. */
export const SMS: ProviderRegistry<SmsDeps, TextMessages> = {
  variable: 'SMS',
  providers: [twilio],
  fallback: sandboxSms,
  productionFallback: noSms,
};
