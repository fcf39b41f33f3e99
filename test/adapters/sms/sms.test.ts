import { LibPhoneNumbers } from '../../../src/adapters/sms/phone-numbers.ts';
import { SMS } from '../../../src/adapters/sms/providers.ts';
import { selectProvider } from '../../../src/platform/provider-registry.ts';
import { CountingIds, FixedClock, InMemoryOutbox } from '../../fakes/kernel.ts';
import { startWebService, type WebService } from '../../vendors/web-service.ts';

const connect = (env: Record<string, string>, sandboxes = true, outbox = new InMemoryOutbox()) => {
  const { connect: open, faults } = selectProvider(SMS, env, sandboxes);
  if (!open) throw new Error(faults.join());
  return open({ outbox, ids: new CountingIds(), clock: new FixedClock() });
};

describe('phone numbers', () => {
  const numbers = new LibPhoneNumbers();

  test.each([
    ['(201) 555-0123', '+1', '+12015550123'],
    ['0151 23456789', '+49', '+4915123456789'],
    ['+44 7911 123456', '+1', '+447911123456'],
  ])('%s of %s is %s', async (digits, country, e164) => {
    expect(await numbers.parse(digits, country)).toBe(e164);
  });

  test.each([
    ['900 555 1234', '+1'],
    ['0900 1234567', '+49'],
    ['+1 900 555 1234', '+49'],
    ['800 555 1234', '+1'],
    ['123', '+1'],
    ['', '+1'],
    ['call 2015550123 now', '+1'],
    ['2015550123', '+999'],
    ['2015550123;ext=9', '+1'],
    ['+', '+1'],
    ['٢٠١', '+1'],
  ])('%s of %s gets no message: it costs money, or is no number', async (digits, country) => {
    await expect(numbers.parse(digits, country)).rejects.toThrow('SMS send failed');
  });

  test('of a country that is not named gets no message, however it is written', async () => {
    const german = new LibPhoneNumbers(['DE', 'AT']);
    expect(await german.parse('0151 23456789', '+49')).toBe('+4915123456789');
    for (const [digits, country] of [
      ['2015550123', '+1'],
      ['+1 201 555 0123', '+49'],
      ['+881 612 345678', '+49'],
    ] as const) {
      await expect(german.parse(digits, country)).rejects.toThrow('SMS send failed');
    }
  });
});

describe('Twilio', () => {
  let service: WebService;
  beforeEach(async () => {
    service = await startWebService(() => ({ status: 201, json: { sid: 'SM1' } }));
  });
  afterEach(() => service.close());
  const twilio = (from = '+15550100') =>
    connect({
      TWILIO_ACCOUNT_SID: 'AC1',
      TWILIO_AUTH_TOKEN: 'canary',
      TWILIO_FROM: from,
      TWILIO_BASE_URL: service.url,
    });

  test('is asked in its own words', async () => {
    await twilio().send('+12015550123', 'Your code is 1 & 2');
    expect(service.calls).toMatchObject([
      {
        method: 'POST',
        path: '/2010-04-01/Accounts/AC1/Messages.json',
        headers: { authorization: `Basic ${Buffer.from('AC1:canary').toString('base64')}` },
      },
    ]);
    expect(Object.fromEntries(new URLSearchParams(service.calls[0]?.body))).toEqual({
      To: '+12015550123',
      Body: 'Your code is 1 & 2',
      From: '+15550100',
    });
    await twilio('MGservice').send('+12015550123', 'x');
    expect(new URLSearchParams(service.calls[1]?.body).get('MessagingServiceSid')).toBe('MGservice');
    expect(twilio().isSandbox).toBe(false);
  });

  test('a number that no message reaches is the caller’s fault, all else is not', async () => {
    service.answer = () => ({ status: 400, json: { code: 21211 } });
    await expect(twilio().send('+12015550123', 'x')).rejects.toMatchObject({
      kind: 'invalid',
      message: 'SMS send failed',
    });
    for (const said of [{ status: 401, json: { code: 20003 } }, { status: 500, json: 'broken' }, undefined]) {
      service.answer = () => said;
      const failure = await twilio()
        .send('+12015550123', 'x')
        .catch((error: unknown) => error);
      expect(failure).toMatchObject({ kind: 'bad_upstream', message: 'SMS send failed' });
      expect(String((failure as Error).cause)).not.toContain('canary');
    }
  });
});

test('the sandbox keeps the message for its page', async () => {
  const outbox = new InMemoryOutbox();
  await connect({}, true, outbox).send('+12015550123', 'Your code is 123456.');
  expect(await outbox.list()).toMatchObject([{ kind: 'sms', recipient: '+12015550123', body: 'Your code is 123456.' }]);
});

test('a real installation without a sender sends nothing and says so, and takes no sandbox', async () => {
  await expect(connect({}, false).send('+12015550123', 'x')).rejects.toMatchObject({ kind: 'bad_upstream' });
  expect(selectProvider(SMS, { SMS: 'sandbox' }, false).faults).toEqual([
    expect.stringMatching(/^SMS: the sandbox .*SANDBOX=on; set TWILIO_ACCOUNT_SID or SMS=off$/),
  ]);
  expect(connect({ SMS: 'sandbox' }, true).isSandbox).toBe(true);
  expect(selectProvider(SMS, { SMS: 'twilio', TWILIO_ACCOUNT_SID: 'XY' }, false).faults).toEqual([
    'TWILIO_ACCOUNT_SID: must begin with AC',
    'TWILIO_AUTH_TOKEN is not set',
    'TWILIO_FROM is not set',
  ]);
});
