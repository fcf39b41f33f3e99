import type { Middleware } from '@reduxjs/toolkit';

import type { Message } from '../../src/contract/common.ts';
import { tellUse, type PageEvent } from '../lib/analytics.ts';
import { turnsAdded } from './chat-slice.ts';
import type { RootState } from './root.ts';
import { trialSent } from './trial-slice.ts';

type Method = Extract<PageEvent, { name: 'sign_in' }>['method'];

const WAYS_IN: ReadonlyMap<unknown, Method> = new Map([
  ['login', 'email'],
  ['register', 'email'],
  ['claimAdmin', 'email'],
  ['resetPassword', 'email'],
  ['firebaseExchange', 'google'],
  ['verifySms', 'phone'],
]);

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

/** Which call an action of the api cache ends, and how. */
const endOf = (action: unknown): { readonly call: unknown; readonly status: unknown; readonly payload: unknown } => {
  const meta = field(action, 'meta');
  return {
    call: field(field(meta, 'arg'), 'endpointName'),
    status: field(meta, 'requestStatus'),
    payload: field(action, 'payload'),
  };
};

const modeOf = (turns: readonly Message[]): string =>
  turns.find(({ role }) => role === 'assistant')?.messageMode?.agentType ?? 'standard';

const calledEvent = (action: unknown): PageEvent | null => {
  const { call, status, payload } = endOf(action);
  const method = status === 'fulfilled' ? WAYS_IN.get(call) : undefined;
  if (method) return { name: 'sign_in', method, tier: String(field(field(payload, 'user'), 'tier') ?? 'free') };
  const code = field(payload, 'code') ?? field(payload, 'status');
  return status === 'rejected' && code !== undefined ? { name: 'error', code: String(code) } : null;
};

const eventOf = (action: unknown, { session, trial }: RootState): PageEvent | null => {
  if (trialSent.match(action))
    return { name: 'freemium_trial', mode: modeOf([action.payload.reply]), used: trial.messagesUsed };
  if (!turnsAdded.match(action)) return calledEvent(action);
  const { turns } = action.payload;
  return turns.some(({ role }) => role === 'user')
    ? { name: 'chat_message', mode: modeOf(turns), tier: session.user?.tier ?? 'none' }
    : null;
};

/** Tells what the person does as events without content, after it is done. */
export const analytics: Middleware<object, RootState> =
  ({ getState }) =>
  (next) =>
  (action) => {
    const result = next(action);
    const event = eventOf(action, getState());
    if (event) tellUse(event);
    return result;
  };
