import { useState } from 'react';

import type { ReportReason } from '../../../src/shared/share-reports.ts';
import type { SignInWays } from '../../features/accounts/identity-api.ts';
import { fetchInTime, USUAL_WAIT_MS } from '../../lib/fetch-in-time.ts';

export type ReportState = 'writing' | 'sending' | 'sent' | 'failed' | 'limited' | 'captcha';

interface Report {
  readonly reason: ReportReason;
  readonly text: string;
  readonly captchaToken: string | null;
}

const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetchInTime(new URL(path, location.origin), init, USUAL_WAIT_MS);

const post = (token: string, { reason, text, captchaToken }: Report): Promise<Response> =>
  ask(`/api/shared/${encodeURIComponent(token)}/reports`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      reason,
      ...(text.trim() === '' ? {} : { text: text.trim() }),
      ...(captchaToken === null ? {} : { captchaToken }),
    }),
  });

const fetchCaptcha = async (): Promise<SignInWays['captcha']> => {
  const response = await ask('/api/auth/ways');
  const { captcha }: SignInWays = await response.json();
  return captcha;
};

const STATES: Readonly<Record<number, ReportState>> = { 200: 'sent', 403: 'captcha', 429: 'limited' };

/** Sends a report, without the reader's session: nobody is asked who they are. */
export const useReport = (token: string) => {
  const [state, setState] = useState<ReportState>('writing');
  /** The server asked for it; the built-in one until it says which. */
  const [captcha, setCaptcha] = useState<SignInWays['captcha']>();
  const send = async (report: Report): Promise<void> => {
    setState('sending');
    try {
      const next = STATES[(await post(token, report)).status] ?? 'failed';
      if (next === 'captcha') setCaptcha(await fetchCaptcha().catch(() => undefined));
      setState(next);
    } catch {
      setState('failed');
    }
  };
  return { state, captcha, send };
};
