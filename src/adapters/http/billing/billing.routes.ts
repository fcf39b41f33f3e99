import * as contract from '../../../contract/billing.ts';
import { ApplyPaymentEvent } from '../../../domain/billing/apply-payment-event.ts';
import { ChangeRenewal } from '../../../domain/billing/change-renewal.ts';
import { OpenPortal } from '../../../domain/billing/open-portal.ts';
import { ListPlans } from '../../../domain/billing/plans.ts';
import type { Account } from '../../../domain/billing/ports.ts';
import { GetSubscription } from '../../../domain/billing/get-subscription.ts';
import { StartCheckout } from '../../../domain/billing/start-checkout.ts';
import type { Mount } from '../mount.ts';
import { SUCCESS, toIso } from '../presenters.ts';
import type { UserPrincipal } from '../authenticator.ts';
import { readRawBody } from '../limits/raw-body.ts';
import type { Handlers } from '../handlers.ts';

export const billingHandlers = {
  listPlans: ListPlans,
  startCheckout: StartCheckout,
  getSubscription: GetSubscription,
  changeRenewal: ChangeRenewal,
  openPortal: OpenPortal,
  applyPaymentEvent: ApplyPaymentEvent,
};

export type BillingHandlers = Handlers<typeof billingHandlers>;

const toAccount = ({ user: { uid, email, subscription, isAdmin }, rights }: UserPrincipal): Account => ({
  uid,
  email,
  tier: subscription,
  isAdmin,
  rights,
});

const CANCELING = { status: 'canceling', cancelAtPeriodEnd: true } as const;
const RECEIVED = { received: true } as const;

const isoOrNull = (at: number | null): string | null => (at === null ? null : toIso(at));

export const billingRoutes = (mount: Mount, handlers: BillingHandlers): void => {
  mount(contract.plans, async () => {
    const { plans, ...terms } = await handlers.listPlans.execute();
    return { ...terms, plans: [...plans] };
  });
  mount(contract.createCheckout, ({ principal, body }) =>
    handlers.startCheckout.execute(toAccount(principal), body.tier),
  );
  mount(contract.subscription, async ({ principal }) => {
    const { subscriptionId, customerId, currentPeriodEnd, models, granted, ...view } =
      await handlers.getSubscription.execute(toAccount(principal));
    return {
      ...view,
      models: [...models],
      stripeSubscriptionId: subscriptionId,
      stripeCustomerId: customerId,
      currentPeriodEnd: isoOrNull(currentPeriodEnd),
      granted: granted && {
        ...granted,
        since: toIso(granted.since),
        ends: granted.ends && { ...granted.ends, at: toIso(granted.ends.at) },
      },
    };
  });
  mount(contract.cancelSubscription, async ({ principal }) => {
    const { currentPeriodEnd } = await handlers.changeRenewal.cancel(toAccount(principal));
    return { ...SUCCESS, ...CANCELING, currentPeriodEnd: isoOrNull(currentPeriodEnd) };
  });
  mount(contract.resumeSubscription, async ({ principal }) => {
    const { currentPeriodEnd } = await handlers.changeRenewal.resume(toAccount(principal));
    return { ...SUCCESS, cancelAtPeriodEnd: false as const, currentPeriodEnd: isoOrNull(currentPeriodEnd) };
  });
  mount(contract.downgradeSubscription, async ({ principal, body }) => {
    const { nextTier, currentPeriodEnd } = await handlers.changeRenewal.downgrade(toAccount(principal), body.tier);
    return { ...SUCCESS, nextTier, currentPeriodEnd: isoOrNull(currentPeriodEnd) };
  });
  mount(contract.cancelDowngrade, async ({ principal }) => {
    const { currentPeriodEnd } = await handlers.changeRenewal.cancelDowngrade(toAccount(principal));
    return { ...SUCCESS, nextTier: null, currentPeriodEnd: isoOrNull(currentPeriodEnd) };
  });
  mount(contract.customerPortal, async ({ principal }) => ({
    url: await handlers.openPortal.execute(toAccount(principal)),
  }));
  mount(contract.paymentWebhook, async ({ ctx }) => {
    const signature = ctx.get(handlers.applyPaymentEvent.signatureHeader);
    await handlers.applyPaymentEvent.execute(await readRawBody(ctx), signature);
    return RECEIVED;
  });
};
