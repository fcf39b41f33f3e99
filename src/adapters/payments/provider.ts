import type { z } from 'zod';

import type { Payments } from '../../domain/billing/ports.ts';
import { type Env, isSwitchedOn, readSettings } from '../../provider.ts';
import type { SandboxTill } from './sandbox/till.ts';
import type { PaymentTools } from './tools.ts';

export interface ConnectedPayments {
  readonly payments: Payments;
  /** Where people pay by hand: the sandbox only. */
  readonly till?: SandboxTill;
}

export type Connect = (tools: PaymentTools) => ConnectedPayments;

interface Definition<S extends z.ZodObject> {
  readonly id: string;
  readonly label: string;
  /** Every variable with a `.describe()` text: the configuration page is made of them. */
  readonly settings: S;
  /** The variable that turns the provider on; absent for those that are only named. */
  readonly switchedOnBy?: string & keyof S['shape'];
  /** What the person who starts should know. */
  readonly remark?: (settings: z.output<S>) => string | undefined;
  /** Loads what the provider needs: nothing of it is loaded while another one serves. */
  readonly load: (settings: z.output<S>) => Promise<Connect>;
}

export type Reading =
  | { readonly faults: readonly string[]; readonly load?: undefined }
  | { readonly faults: readonly []; readonly remark: string | undefined; readonly load: () => Promise<Connect> };

export interface PaymentProvider {
  readonly id: string;
  readonly label: string;
  readonly settings: z.ZodObject;
  readonly switchedOnBy: string | undefined;
  isOn(env: Env): boolean;
  /** Checks the provider's variables. A fault names its variable and never its value. */
  read(env: Env): Reading;
}

/** A provider for `providers.ts`: its variables, and how to connect once they are right. */
export const paymentProvider = <S extends z.ZodObject>(of: Definition<S>): PaymentProvider => ({
  id: of.id,
  label: of.label,
  settings: of.settings,
  switchedOnBy: of.switchedOnBy,
  isOn: (env) => isSwitchedOn(of.switchedOnBy, env),
  read: (env) => {
    const { faults, set } = readSettings(of.settings, env);
    return set === undefined ? { faults } : { faults: [], remark: of.remark?.(set), load: () => of.load(set) };
  },
});
