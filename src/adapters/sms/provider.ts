import type { TextMessages } from '../../domain/accounts/ports.ts';
import type { Clock, Ids, Outbox } from '../../domain/kernel/ports.ts';
import { defineProvider } from '../../platform/provider-registry.ts';

export interface SmsDeps {
  readonly outbox: Outbox;
  readonly ids: Ids;
  readonly clock: Clock;
}

export const smsProvider = defineProvider<SmsDeps, TextMessages>();
