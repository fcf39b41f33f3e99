import type { Context, Middleware } from 'koa';

import { checkoutPage, type CheckoutView, subscriptionPage, type SubscriptionView } from './sandbox-pages/pages.ts';
import { pageStyle } from './sandbox-pages/style.ts';

/** The sandbox's counter as its pages need it. Whoever knows an id was given it: ids cannot be guessed. */
export interface SandboxCounter {
  checkout(id: string): Promise<CheckoutView | undefined>;
  subscription(id: string): Promise<SubscriptionView | undefined>;
  /** Answers where to go next, a path of this server; undefined when there is no such thing. */
  atCheckout(id: string, action: string): Promise<string | undefined>;
  atSubscription(id: string, action: string): Promise<string | undefined>;
}

const PAGE = /^\/sandbox\/(checkout|subscription)\/(\w{1,100})(?:\/([a-z]{1,20}))?$/;
const STYLE = '/sandbox/payments.css';

/** The pages on which people pay without money: plain forms, no script. */
export const sandboxPayments =
  (counter: SandboxCounter): Middleware =>
  async (ctx, next) => {
    if (ctx.path === STYLE && ctx.method === 'GET') {
      ctx.type = 'css';
      ctx.body = pageStyle;
      return undefined;
    }
    const [, kind, id, action] = PAGE.exec(ctx.path) ?? [];
    if (kind === undefined || id === undefined) return next();
    ctx.set('Cache-Control', 'no-store');
    const answered =
      action === undefined ? await show(ctx, counter, { kind, id }) : await act(ctx, counter, { kind, id, action });
    return answered ? undefined : next();
  };

const show = async (
  ctx: Context,
  counter: SandboxCounter,
  { kind, id }: { kind: string; id: string },
): Promise<boolean> => {
  if (ctx.method !== 'GET') return false;
  const page =
    kind === 'checkout'
      ? await drawn(counter.checkout(id), checkoutPage)
      : await drawn(counter.subscription(id), subscriptionPage);
  if (page === undefined) return false;
  ctx.type = 'html';
  ctx.body = page;
  return true;
};

const act = async (
  ctx: Context,
  counter: SandboxCounter,
  { kind, id, action }: { kind: string; id: string; action: string },
): Promise<boolean> => {
  if (ctx.method !== 'POST') return false;
  const target = kind === 'checkout' ? await counter.atCheckout(id, action) : await counter.atSubscription(id, action);
  if (target === undefined) return false;
  ctx.redirect(target);
  ctx.status = 303; // a page is shown next, and reloading it does nothing again
  return true;
};

const drawn = async <T>(view: Promise<T | undefined>, draw: (view: T) => string): Promise<string | undefined> => {
  const found = await view;
  return found && draw(found);
};
