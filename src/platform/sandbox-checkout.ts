import type { PaidTier } from '../shared/tiers.ts';

interface PricedView {
  readonly id: string;
  readonly tier: PaidTier;
  readonly email: string | null;
  readonly price: number;
  /** An ISO currency code. */
  readonly currency: string;
}

export interface CheckoutView extends PricedView {
  readonly state: 'open' | 'declined' | 'paid' | 'expired';
}

export interface SubscriptionView extends PricedView {
  readonly state: 'active' | 'canceling' | 'past_due' | 'ended';
  readonly currentPeriodEnd: number;
  /** The plan from then on, where it changes. */
  readonly nextTier: PaidTier | null;
  readonly mayDowngrade: boolean;
  /** Newest first. */
  readonly events: readonly { readonly type: string; readonly at: number }[];
}

/** What the sandbox's payment pages show and do. Ids are unguessable, so knowing one is the permission. */
export interface SandboxCheckout {
  checkout(id: string): Promise<CheckoutView | undefined>;
  subscription(id: string): Promise<SubscriptionView | undefined>;
  /** Returns the next path on this server; undefined when not found. */
  handleCheckout(id: string, action: string): Promise<string | undefined>;
  handleSubscription(id: string, action: string): Promise<string | undefined>;
}
