import { featuresOf, inOrder, isHigher, priceText } from '../../../../web/features/billing/plan-texts.ts';
import { somePlans } from '../../support/billing.ts';

test.each([[4.99, 'USD', '$4.99'], [0, 'USD', '$0'], [9.99, 'EUR', '€9.99'], [10, 'USD', '$10'], [500, 'JPY', '¥500'], [5, 'credits', '5 credits']])(
  '%d %s reads %s',
  (price, currency, text) => { expect(priceText(price, currency)).toBe(text); },
);

test('each plan holds what the specification sells, with the number of messages set here', () => {
  const [free, basic, premium] = somePlans().plans.map(featuresOf);
  expect(free).toEqual(['30 messages per day', 'Web search']);
  expect(basic).toEqual(['Unlimited messages', 'All models', 'File uploads']);
  expect(premium).toEqual(['Everything in Pro', 'Premium models', 'Early access', 'Advanced file processing', 'API access', 'Custom personalities']);
  expect(featuresOf({ tier: 'free', price: 0, dailyLimit: 1 })[0]).toBe('1 message per day');
});

test('only a plan above the own one is higher, and plans stand from small to large', () => {
  expect(isHigher('basic', 'free')).toBe(true);
  expect(isHigher('basic', 'basic')).toBe(false);
  expect(isHigher('free', 'premium')).toBe(false);
  expect(inOrder([...somePlans().plans].reverse()).map(({ tier }) => tier)).toEqual(['free', 'basic', 'premium']);
});
