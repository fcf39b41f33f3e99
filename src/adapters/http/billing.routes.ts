import * as contract from '../../contract/billing.ts';
import type { ApplyPaymentEvent } from '../../domain/billing/apply-payment-event.ts';
import type { CancelSubscription } from '../../domain/billing/cancel-subscription.ts';
import type { OpenPortal } from '../../domain/billing/open-portal.ts';
import type { ReadPlans } from '../../domain/billing/plans.ts';
import type { Account } from '../../domain/billing/ports.ts';
import type { ReadSubscription } from '../../domain/billing/read-subscription.ts';
import type { StartCheckout } from '../../domain/billing/start-checkout.ts';
import type { Mount } from './mount.ts';
import { done, iso } from './present.ts';
import type { Person } from './principal.ts';
import { rawBody } from './raw-body.ts';

export interface BillingUses {
  readonly readPlans: ReadPlans;
  readonly startCheckout: StartCheckout;
  readonly readSubscription: ReadSubscription;
  readonly cancelSubscription: CancelSubscription;
  readonly openPortal: OpenPortal;
  readonly applyPaymentEvent: ApplyPaymentEvent;
}

const accountOf = ({ user: { uid, email, subscription, isAdmin } }: Person): Account => ({
  uid,
  email,
  tier: subscription,
  isAdmin,
});

const canceling = { status: 'canceling', cancelAtPeriodEnd: true } as const;
const received = { received: true } as const;

const time = (at: number | null): string | null => (at === null ? null : iso(at));

export const billingRoutes = (mount: Mount, use: BillingUses): void => {
  mount(contract.plans, async () => {
    const { plans, ...terms } = use.readPlans.execute();
    return { ...terms, plans: [...plans] };
  });
  mount(contract.createCheckout, ({ principal, body }) => use.startCheckout.execute(accountOf(principal), body.tier));
  mount(contract.subscription, async ({ principal }) => {
    const { subscriptionId, customerId, currentPeriodEnd, models, granted, ...view } =
      await use.readSubscription.execute(accountOf(principal));
    return {
      ...view,
      models: [...models],
      stripeSubscriptionId: subscriptionId,
      stripeCustomerId: customerId,
      currentPeriodEnd: time(currentPeriodEnd),
      granted: granted && { ...granted, since: iso(granted.since) },
    };
  });
  mount(contract.cancelSubscription, async ({ principal }) => {
    const { currentPeriodEnd } = await use.cancelSubscription.execute(accountOf(principal));
    return { ...done, ...canceling, currentPeriodEnd: time(currentPeriodEnd) };
  });
  mount(contract.customerPortal, async ({ principal }) => ({
    url: await use.openPortal.execute(accountOf(principal)),
  }));
  mount(contract.paymentWebhook, async ({ ctx }) => {
    const signature = ctx.get(use.applyPaymentEvent.signatureHeader);
    await use.applyPaymentEvent.execute(await rawBody(ctx), signature);
    return received;
  });
};
