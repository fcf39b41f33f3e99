import type { TextMessages } from '../../domain/accounts/ports.ts';
import type { Clock, Ids, Outbox } from '../../domain/kernel/ports.ts';
import { providerOf } from '../../provider.ts';

export interface SmsTools {
  readonly outbox: Outbox;
  readonly ids: Ids;
  readonly clock: Clock;
}

export const smsProvider = providerOf<SmsTools, TextMessages>();
