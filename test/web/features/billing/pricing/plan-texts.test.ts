import { sortByTier, isHigherTier } from '../../../../../web/features/billing/pricing/plan-order.ts';
import { getPlanFeatures, formatPrice } from '../../../../../web/features/billing/pricing/plan-texts.ts';
import { setLanguage } from '../../../../../web/lib/i18n/translations.ts';
import { somePlans } from '../../../support/billing.ts';

afterEach(() => setLanguage('en'));

test.each([
  [4.99, 'USD', '$4.99'],
  [0, 'USD', '$0'],
  [9.99, 'EUR', '€9.99'],
  [10, 'USD', '$10'],
  [500, 'JPY', '¥500'],
  [5, 'credits', '5 credits'],
])('%d %s reads %s', (price, currency, text) => {
  expect(formatPrice(price, currency)).toBe(text);
});

test('each plan holds what the specification sells, with the number of messages set here', () => {
  const [free, basic, premium] = somePlans().plans.map(getPlanFeatures);
  expect(free).toEqual(['30 messages per day', 'Web search']);
  expect(basic).toEqual(['Unlimited messages', 'All models', 'File uploads']);
  expect(premium).toEqual([
    'Everything in Pro',
    'Premium models',
    'Early access',
    'Advanced file processing',
    'API access',
    'Custom personalities',
  ]);
  expect(getPlanFeatures({ tier: 'free', price: 0, dailyLimit: 1 })[0]).toBe('1 message per day');
});

test('only a plan above the own one is higher, and plans stand from small to large', () => {
  expect(isHigherTier('basic', 'free')).toBe(true);
  expect(isHigherTier('basic', 'basic')).toBe(false);
  expect(isHigherTier('free', 'premium')).toBe(false);
  expect(sortByTier([...somePlans().plans].reverse()).map(({ tier }) => tier)).toEqual(['free', 'basic', 'premium']);
});

test('plans and prices are told in the language of the page, with its own numbers and plurals', async () => {
  const free = (dailyLimit: number) => getPlanFeatures({ tier: 'free', price: 0, dailyLimit })[0];
  await setLanguage('de');
  expect([free(1), free(1500)]).toEqual(['1 Nachricht pro Tag', '1.500 Nachrichten pro Tag']);
  expect(formatPrice(4.99, 'USD')).toBe('4,99\u00a0$');
  await setLanguage('ar');
  expect(formatPrice(4.99, 'USD')).toContain('\u2066US$\u2069');
  const digits = new Intl.NumberFormat('ar');
  expect([1, 2, 3, 11, 100].map(free)).toEqual([
    'رسالة واحدة في اليوم',
    'رسالتان في اليوم',
    `${digits.format(3)} رسائل في اليوم`,
    `${digits.format(11)} رسالة في اليوم`,
    `${digits.format(100)} رسالة في اليوم`,
  ]);
});
