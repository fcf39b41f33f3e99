import type { Middleware } from '@reduxjs/toolkit';

import type { Message } from '../../src/contract/common.ts';
import { trackEvent, type AnalyticsEvent } from '../lib/analytics.ts';
import { turnsAdded } from './chat-slice.ts';
import type { RootState } from './root-reducer.ts';
import { trialSent } from './trial-slice.ts';

type Method = Extract<AnalyticsEvent, { name: 'sign_in' }>['method'];

const SIGN_IN_METHODS: ReadonlyMap<unknown, Method> = new Map([
  ['login', 'email'],
  ['register', 'email'],
  ['claimAdmin', 'email'],
  ['resetPassword', 'email'],
  ['firebaseExchange', 'google'],
  ['providerSession', 'provider'],
  ['verifySms', 'phone'],
]);

const getField = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

/** Which call an action of the api cache ends, and how. */
const parseEndpointAction = (
  action: unknown,
): { readonly call: unknown; readonly status: unknown; readonly payload: unknown } => {
  const meta = getField(action, 'meta');
  return {
    call: getField(getField(meta, 'arg'), 'endpointName'),
    status: getField(meta, 'requestStatus'),
    payload: getField(action, 'payload'),
  };
};

const modeOf = (turns: readonly Message[]): string =>
  turns.find(({ role }) => role === 'assistant')?.messageMode?.agentType ?? 'standard';

const endpointEvent = (action: unknown): AnalyticsEvent | null => {
  const { call, status, payload } = parseEndpointAction(action);
  const method = status === 'fulfilled' ? SIGN_IN_METHODS.get(call) : undefined;
  if (method) return { name: 'sign_in', method, tier: String(getField(getField(payload, 'user'), 'tier') ?? 'free') };
  const code = getField(payload, 'code') ?? getField(payload, 'status');
  return status === 'rejected' && code !== undefined ? { name: 'error', code: String(code) } : null;
};

const toEvent = (action: unknown, { session, trial }: RootState): AnalyticsEvent | null => {
  if (trialSent.match(action))
    return { name: 'freemium_trial', mode: modeOf([action.payload.reply]), used: trial.messagesUsed };
  if (!turnsAdded.match(action)) return endpointEvent(action);
  const { turns } = action.payload;
  return turns.some(({ role }) => role === 'user')
    ? { name: 'chat_message', mode: modeOf(turns), tier: session.user?.tier ?? 'none' }
    : null;
};

/** Tracks actions as events without content. */
export const analyticsMiddleware: Middleware<object, RootState> =
  ({ getState }) =>
  (next) =>
  (action) => {
    const result = next(action);
    const event = toEvent(action, getState());
    if (event) trackEvent(event);
    return result;
  };
