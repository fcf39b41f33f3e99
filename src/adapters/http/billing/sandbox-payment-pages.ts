import type { CheckoutView, SubscriptionView } from '../../../platform/sandbox-checkout.ts';
import { PLAN_NAMES } from '../../../shared/tiers.ts';

type View = CheckoutView | SubscriptionView;

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
const formatPrice = ({ price, currency }: View) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(price);
const formatDate = (at: number) => new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(at);
const formatTime = (at: number) => `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

const button = (action: string, label: string, look = '') =>
  `<form method="post" action="${action}"><button class="${look}">${escapeHtml(label)}</button></form>`;

const renderPage = (title: string, body: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/sandbox/payments.css"></head>
<body><p class="sandbox"><b>Sandbox.</b> No money moves here and no card is asked for.</p>
<main>${body}</main></body></html>`;

const summary = (view: View) => `<p class="plan">Parley ${PLAN_NAMES[view.tier]}</p>
<p class="price">${escapeHtml(formatPrice(view))}<small> a month</small></p>
${view.email === null ? '' : `<p class="quiet">For ${escapeHtml(view.email)}</p>`}`;

const NOTES: Record<CheckoutView['state'], string> = {
  open: '',
  declined: '<p class="note bad" role="alert">The card was declined. Nothing was bought; you may try again.</p>',
  paid: '<p class="note good" role="status">This checkout is paid.</p>',
  expired: '<p class="note" role="status">This checkout has expired. Begin anew from the plans.</p>',
};

/** The checkout page. */
export const checkoutPage = (view: CheckoutView): string => {
  const at = `/sandbox/checkout/${view.id}`;
  const open = view.state === 'open' || view.state === 'declined';
  const pay = button(`${at}/pay`, `Pay ${formatPrice(view)}`, 'main');
  const failures = button(`${at}/decline`, 'Decline the card') + button(`${at}/expire`, 'Let it expire');
  const actions = `<div class="actions">${pay}${button(`${at}/cancel`, 'Back without paying')}</div>
<section><h2>As if something went wrong</h2><div class="row">${failures}</div></section>`;
  return renderPage(
    `Pay for Parley ${PLAN_NAMES[view.tier]}`,
    `<h1>Checkout</h1>${NOTES[view.state]}${summary(view)}
${open ? actions : '<p><a class="button main" href="/">Back to Parley</a></p>'}`,
  );
};

const STATES: Record<SubscriptionView['state'], (end: string) => string> = {
  active: (end) => `<p class="note good">Active. Renews on ${end}.</p>`,
  canceling: (end) => `<p class="note">Cancelled. Stays until ${end}.</p>`,
  past_due: (end) => `<p class="note bad">The last payment failed and is tried again. Period until ${end}.</p>`,
  ended: (end) => `<p class="note">Ended on ${end}.</p>`,
};

const stateNote = ({ state, currentPeriodEnd, nextTier }: SubscriptionView) => {
  const end = formatDate(currentPeriodEnd);
  return nextTier === null || state === 'ended'
    ? STATES[state](end)
    : `<p class="note good">Active. ${PLAN_NAMES[nextTier]} from ${end}.</p>`;
};

const eventRow = ({ type, at }: SubscriptionView['events'][number]) =>
  `<li><code>${escapeHtml(type)}</code><span class="quiet">${formatTime(at)}</span></li>`;

const downgradeAction = ({ tier, nextTier, mayDowngrade }: SubscriptionView, at: string) => {
  if (nextTier !== null) return button(`${at}/keep`, `Keep ${PLAN_NAMES[tier]}`, 'main');
  return mayDowngrade ? button(`${at}/downgrade`, `Change to ${PLAN_NAMES.basic} at the end of the period`) : '';
};

const renewal = (view: SubscriptionView, at: string) => {
  const { state } = view;
  if (state === 'ended') return '';
  const action =
    state === 'canceling'
      ? button(`${at}/resume`, 'Resume the plan', 'main')
      : button(`${at}/cancel`, 'Cancel at the end of the period');
  return `<div class="actions">${downgradeAction(view, at)}${action}</div>`;
};

/** The subscription page, with buttons for what months would bring. */
export const subscriptionPage = (view: SubscriptionView): string => {
  const at = `/sandbox/subscription/${view.id}`;
  const months =
    view.state === 'ended'
      ? ''
      : '<section><h2>What a month may bring</h2><div class="row">' +
        `${button(`${at}/renew`, 'Renew now')}${button(`${at}/fail`, 'Let the renewal fail')}` +
        `${button(`${at}/lapse`, 'End the period', 'danger')}</div></section>`;
  const events =
    button(`${at}/resend`, 'Send the last event again') +
    button(`${at}/reverse`, 'Send the last events in reverse order');
  return renderPage(
    `Parley ${PLAN_NAMES[view.tier]} subscription`,
    `<h1>Subscription</h1>${summary(view)}${stateNote(view)}${renewal(view, at)}
${months}<section><h2>What the network may do</h2><div class="row">${events}</div></section>
<section><h2>Last events</h2><ol class="events">${view.events.map(eventRow).join('')}</ol></section>
<p><a class="button" href="/">Back to Parley</a></p>`,
  );
};
