import type { Env } from '../../provider.ts';
import type { Connect, PaymentProvider } from './provider.ts';
import { PAYMENT_PROVIDERS } from './providers.ts';

export interface ChosenPayments {
  readonly id: string;
  /** For the lines at start. */
  readonly label: string;
  readonly connect: Connect;
}

const named = (id: string): PaymentProvider | undefined => PAYMENT_PROVIDERS.find((provider) => provider.id === id);

const choose = (env: Env, production: boolean): PaymentProvider | string => {
  const name = env['PAYMENTS']?.trim();
  if (name) return named(name) ?? `PAYMENTS must be one of: ${PAYMENT_PROVIDERS.map(({ id }) => id).join(', ')}`;
  const on = PAYMENT_PROVIDERS.find((provider) => provider.isOn(env));
  if (on) return on;
  const switches = PAYMENT_PROVIDERS.flatMap(({ switchedOnBy }) => switchedOnBy ?? []).join(', ');
  const sandbox = production ? undefined : named('sandbox');
  return sandbox ?? `No payments: set ${switches}, PAYMENTS=sandbox to try them without money, or PAYMENTS=off to sell nothing`;
};

/** The provider of payments that the settings choose, or what is wrong with them. Connects to nothing yet. */
export const connectPayments = async (env: Env, production: boolean): Promise<ChosenPayments | { readonly faults: readonly string[] }> => {
  const provider = choose(env, production);
  if (typeof provider === 'string') return { faults: [provider] };
  const reading = provider.read(env);
  if (!reading.load) return { faults: reading.faults };
  const label = reading.remark === undefined ? provider.label : `${provider.label} (${reading.remark})`;
  return { id: provider.id, label, connect: await reading.load() };
};
