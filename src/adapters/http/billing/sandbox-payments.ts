import type { Context, Middleware } from 'koa';

import type { SandboxCheckout } from '../../../platform/sandbox-checkout.ts';
import { checkoutPage, subscriptionPage } from './sandbox-payment-pages.ts';
import { paymentPageCss } from './sandbox-payment-style.ts';

const PAGE_PATH = /^\/sandbox\/(checkout|subscription)\/(\w{1,100})(?:\/([a-z]{1,20}))?$/;
const STYLE_PATH = '/sandbox/payments.css';

/** Sandbox payment pages: plain forms, no script. */
export const sandboxPayments =
  (payments: SandboxCheckout): Middleware =>
  async (ctx, next) => {
    if (ctx.path === STYLE_PATH && ctx.method === 'GET') {
      ctx.type = 'css';
      ctx.body = paymentPageCss;
      return undefined;
    }
    const [, kind, id, action] = PAGE_PATH.exec(ctx.path) ?? [];
    if (kind === undefined || id === undefined) return next();
    ctx.set('Cache-Control', 'no-store');
    const isHandled =
      action === undefined
        ? await showPage(ctx, payments, { kind, id })
        : await runAction(ctx, payments, { kind, id, action });
    return isHandled ? undefined : next();
  };

const showPage = async (
  ctx: Context,
  payments: SandboxCheckout,
  { kind, id }: { kind: string; id: string },
): Promise<boolean> => {
  if (ctx.method !== 'GET') return false;
  const page =
    kind === 'checkout'
      ? await renderIfFound(payments.checkout(id), checkoutPage)
      : await renderIfFound(payments.subscription(id), subscriptionPage);
  if (page === undefined) return false;
  ctx.type = 'html';
  ctx.body = page;
  return true;
};

const runAction = async (
  ctx: Context,
  payments: SandboxCheckout,
  { kind, id, action }: { kind: string; id: string; action: string },
): Promise<boolean> => {
  if (ctx.method !== 'POST') return false;
  const target =
    kind === 'checkout' ? await payments.handleCheckout(id, action) : await payments.handleSubscription(id, action);
  if (target === undefined) return false;
  ctx.redirect(target);
  ctx.status = 303; // redirect after POST, so that a reload repeats nothing
  return true;
};

const renderIfFound = async <T>(
  view: Promise<T | undefined>,
  render: (view: T) => string,
): Promise<string | undefined> => {
  const found = await view;
  return found && render(found);
};
