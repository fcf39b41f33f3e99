import { type Env, SANDBOX_LOCAL_ONLY } from '../../platform/provider-registry.ts';
import type { ConnectPayments, PaymentProvider } from './provider.ts';
import { PAYMENT_PROVIDERS } from './providers.ts';

export interface SelectedPayments {
  readonly id: string;
  /** For the start-up lines. */
  readonly label: string;
  /** No money moves. */
  readonly isSandbox: boolean;
  readonly connect: ConnectPayments;
}

const findById = (id: string): PaymentProvider | undefined => PAYMENT_PROVIDERS.find((provider) => provider.id === id);

const SANDBOX_ID = 'sandbox';
const enablingVariables = (): string =>
  PAYMENT_PROVIDERS.flatMap(({ enabledBy: switchedOnBy }) => switchedOnBy ?? []).join(', ');

const selectProvider = (env: Env, sandboxes: boolean): PaymentProvider | string => {
  const name = env['PAYMENTS']?.trim();
  if (name === SANDBOX_ID && !sandboxes)
    return `PAYMENTS: the sandbox ${SANDBOX_LOCAL_ONLY}; set ${enablingVariables()} or PAYMENTS=off`;
  if (name) return findById(name) ?? `PAYMENTS must be one of: ${PAYMENT_PROVIDERS.map(({ id }) => id).join(', ')}`;
  const enabled = PAYMENT_PROVIDERS.find((provider) => provider.isEnabled(env));
  if (enabled) return enabled;
  const sandbox = sandboxes ? findById(SANDBOX_ID) : undefined;
  return (
    sandbox ??
    `PAYMENTS is not chosen: set ${enablingVariables()}, PAYMENTS=off to sell nothing, or SANDBOX=on to try Parley out`
  );
};

/** The payment provider that the settings select, or their faults. Connects to nothing yet. */
export const connectPayments = async (
  env: Env,
  sandboxes: boolean,
): Promise<SelectedPayments | { readonly faults: readonly string[] }> => {
  const provider = selectProvider(env, sandboxes);
  if (typeof provider === 'string') return { faults: [provider] };
  const parsed = provider.parse(env);
  if (!parsed.load) return { faults: parsed.faults };
  const label = parsed.remark === undefined ? provider.label : `${provider.label} (${parsed.remark})`;
  return { id: provider.id, label, isSandbox: provider.id === SANDBOX_ID, connect: await parsed.load() };
};
