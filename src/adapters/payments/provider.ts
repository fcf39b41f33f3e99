import type { z } from 'zod';

import type { Payments } from '../../domain/billing/ports.ts';
import { type Env, isEnabled, parseSettings } from '../../platform/provider-registry.ts';
import type { SandboxCheckoutPage } from './sandbox/checkout-page.ts';
import type { PaymentDeps } from './payment-deps.ts';

export interface ConnectedPayments {
  readonly payments: Payments;
  /** The sandbox's own payment pages. */
  readonly checkoutPage?: SandboxCheckoutPage;
}

export type ConnectPayments = (tools: PaymentDeps) => ConnectedPayments;

interface PaymentProviderDefinition<S extends z.ZodObject> {
  readonly id: string;
  readonly label: string;
  /** Every variable needs a `.describe()` text: the configuration page is made of them. */
  readonly settings: S;
  /** The variable that enables the provider; absent for those that must be named. */
  readonly enabledBy?: string & keyof S['shape'];
  /** A note for the operator at start-up. */
  readonly remark?: (settings: z.output<S>) => string | undefined;
  /** Loads the provider; nothing of it is loaded while another one serves. */
  readonly load: (settings: z.output<S>) => Promise<ConnectPayments>;
}

export type ParsedPaymentProvider =
  | { readonly faults: readonly string[]; readonly load?: undefined }
  | {
      readonly faults: readonly [];
      readonly remark: string | undefined;
      readonly load: () => Promise<ConnectPayments>;
    };

export interface PaymentProvider {
  readonly id: string;
  readonly label: string;
  readonly settings: z.ZodObject;
  readonly enabledBy: string | undefined;
  isEnabled(env: Env): boolean;
  /** Checks the provider's variables. A fault names its variable, never its value. */
  parse(env: Env): ParsedPaymentProvider;
}

/** A provider for `providers.ts`: its variables, and how to connect once they are right. */
export const definePaymentProvider = <S extends z.ZodObject>(
  definition: PaymentProviderDefinition<S>,
): PaymentProvider => ({
  id: definition.id,
  label: definition.label,
  settings: definition.settings,
  enabledBy: definition.enabledBy,
  isEnabled: (env) => isEnabled(definition.enabledBy, env),
  parse: (env) => {
    const { faults, values } = parseSettings(definition.settings, env);
    return values === undefined
      ? { faults }
      : { faults: [], remark: definition.remark?.(values), load: () => definition.load(values) };
  },
});
