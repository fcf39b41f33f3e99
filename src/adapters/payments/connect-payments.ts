import { type Env, ONLY_LOCAL } from '../../provider.ts';
import type { Connect, PaymentProvider } from './provider.ts';
import { PAYMENT_PROVIDERS } from './providers.ts';

export interface ChosenPayments {
  readonly id: string;
  /** For the lines at start. */
  readonly label: string;
  /** No money moves. */
  readonly isSandbox: boolean;
  readonly connect: Connect;
}

const named = (id: string): PaymentProvider | undefined => PAYMENT_PROVIDERS.find((provider) => provider.id === id);

const SANDBOX = 'sandbox';
const switches = (): string => PAYMENT_PROVIDERS.flatMap(({ switchedOnBy }) => switchedOnBy ?? []).join(', ');

const choose = (env: Env, sandboxes: boolean): PaymentProvider | string => {
  const name = env['PAYMENTS']?.trim();
  if (name === SANDBOX && !sandboxes) return `PAYMENTS: the sandbox ${ONLY_LOCAL}; set ${switches()} or PAYMENTS=off`;
  if (name) return named(name) ?? `PAYMENTS must be one of: ${PAYMENT_PROVIDERS.map(({ id }) => id).join(', ')}`;
  const on = PAYMENT_PROVIDERS.find((provider) => provider.isOn(env));
  if (on) return on;
  const sandbox = sandboxes ? named(SANDBOX) : undefined;
  return (
    sandbox ??
    `PAYMENTS is not chosen: set ${switches()}, PAYMENTS=off to sell nothing, or SANDBOX=on to try Parley out`
  );
};

/** The provider of payments that the settings choose, or what is wrong with them. Connects to nothing yet. */
export const connectPayments = async (
  env: Env,
  sandboxes: boolean,
): Promise<ChosenPayments | { readonly faults: readonly string[] }> => {
  const provider = choose(env, sandboxes);
  if (typeof provider === 'string') return { faults: [provider] };
  const reading = provider.read(env);
  if (!reading.load) return { faults: reading.faults };
  const label = reading.remark === undefined ? provider.label : `${provider.label} (${reading.remark})`;
  return { id: provider.id, label, isSandbox: provider.id === SANDBOX, connect: await reading.load() };
};
