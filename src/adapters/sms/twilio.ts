import { z } from 'zod';

import { InvalidPhoneNumber, SmsNotSent } from '../../domain/accounts/errors.ts';
import { TextMessages } from '../../domain/accounts/ports.ts';
import { urlField, optionalField, tokenField } from '../../platform/provider-registry.ts';
import { postForJson, vendorFetch } from '../../platform/vendor-fetch.ts';
import { smsProvider } from './provider.ts';

const TIMEOUT_MS = 10_000;
/** Twilio's codes for unreachable numbers. */
const UNREACHABLE_CODES = [21211, 21214, 21217, 21407, 21610, 21612, 21614];

const errorResponse = z.object({ code: z.number() });

/** Twilio's messaging API over plain HTTPS. */
export const twilio = smsProvider({
  id: 'twilio',
  label: 'Twilio',
  settings: z.object({
    TWILIO_ACCOUNT_SID: z
      .string()
      .regex(/^AC\w{1,64}$/, 'must begin with AC')
      .describe('Account SID.'),
    TWILIO_AUTH_TOKEN: tokenField('Auth token of the account.'),
    TWILIO_FROM: z
      .string()
      .regex(
        /^(\+\d{6,15}|MG\w{1,64}|[\w ]{1,11})$/,
        'must be a number such as +15550100, a messaging service (MG…) or a sender name',
      )
      .describe('Sender: a number, a messaging service (`MG…`) or a sender name.'),
    TWILIO_BASE_URL: optionalField(urlField('Address of the API, if not `https://api.twilio.com`.')),
  }),
  enabledBy: 'TWILIO_ACCOUNT_SID',
  connect: (settings) =>
    new TwilioMessages({
      url:
        `${settings.TWILIO_BASE_URL ?? 'https://api.twilio.com'}/2010-04-01/Accounts/${settings.TWILIO_ACCOUNT_SID}` +
        '/Messages.json',
      credentials: Buffer.from(`${settings.TWILIO_ACCOUNT_SID}:${settings.TWILIO_AUTH_TOKEN}`).toString('base64'),
      from: settings.TWILIO_FROM,
    }),
});

interface TwilioAccount {
  readonly url: string;
  readonly credentials: string;
  readonly from: string;
}

class TwilioMessages extends TextMessages {
  readonly isSandbox = false;

  constructor(private readonly account: TwilioAccount) {
    super();
  }

  async send(to: string, text: string): Promise<void> {
    const { from } = this.account;
    const sender = from.startsWith('MG') ? { MessagingServiceSid: from } : { From: from };
    const { status, json } = await this.post(new URLSearchParams({ To: to, Body: text, ...sender }));
    if (status >= 200 && status < 300) return;
    const { code = 0 } = errorResponse.safeParse(json).data ?? {};
    if (UNREACHABLE_CODES.includes(code)) throw new InvalidPhoneNumber();
    throw new SmsNotSent(new Error(`Twilio answered ${status} with code ${code}`));
  }

  /** A health check: reads the account, which is free. */
  async check(): Promise<void> {
    const { url, credentials } = this.account;
    const headers = { Authorization: `Basic ${credentials}` };
    const { status } = await vendorFetch(url.replace(/\/Messages\.json$/, '.json'), TIMEOUT_MS, { headers });
    if (status !== 200) throw Object.assign(new Error(`Twilio answered ${status}`), { status });
  }

  private async post(body: URLSearchParams) {
    const { url, credentials } = this.account;
    try {
      return await postForJson(url, TIMEOUT_MS, { headers: { Authorization: `Basic ${credentials}` }, body });
    } catch (error) {
      throw new SmsNotSent(error);
    }
  }
}
