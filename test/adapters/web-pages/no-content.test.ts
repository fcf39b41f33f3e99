import { contentFailure, refreshTarget } from '../../../src/adapters/web-pages/no-content.ts';
import { expectLinearInText } from '../../support/expect-linear-in-text.ts';

const failureOf = (title: string, text: string) => contentFailure({ title, text });
const BASE = 'https://a.example/x/';

test.each([
  ['404', 'Oops.'],
  ['Site', 'The page you are looking for could not be found.'],
  ['Seite nicht gefunden', 'Zur Startseite'],
  ['Page introuvable', 'Retour'],
])('%s: %s is said to be missing', (title, text) => {
  expect(failureOf(title, text)).toBe('The site answered 404.');
});

test.each([
  ['We value your privacy', 'You can accept or manage your choices.'],
  ['Shop', 'We use cookies and similar methods.'],
  ['Attention Required! | Guard', 'Please complete the check.'],
  ['Laden', 'Wir verwenden auf dieser Seite Cookies.'],
  ['App', 'Please enable JavaScript to run this app.'],
])('%s: %s is a wall', (title, text) => {
  expect(failureOf(title, text)).toBe('This address is not a page with text.');
});

test.each([
  ['A bridge', 'The bridge was opened in 1931.'],
  ['Route 4041', 'The tower has 404 steps.'],
  ['Cookies with oats', 'Mix the flour. The cookies are baked for ten minutes.'],
  ['HTTP 404', `The status 404 tells that a page was not found. ${'It has a history. '.repeat(50)}`],
])('%s is a page', (title, text) => {
  expect(failureOf(title, text)).toBeUndefined();
});

test.each([
  ['<meta http-equiv="refresh" content="0; url=../b?c=1&amp;d=2">', 'https://a.example/b?c=1&d=2'],
  ["<META HTTP-EQUIV='Refresh' CONTENT='3;URL=https://b.example/'>", 'https://b.example/'],
  ['<meta http-equiv="refresh" content="600">', undefined],
  ['<meta http-equiv="refresh" content="300; url=/x">', undefined],
  ['<p>No tag.', undefined],
])('%s leads to %s', (html, target) => {
  expect(refreshTarget(html, BASE)).toBe(target);
});

test('whatever a page says, it takes time in proportion', async () => {
  const run = (text: string) => [contentFailure({ title: text, text: text.slice(0, 700) }), refreshTarget(text, BASE)];
  await expectLinearInText(run, {
    runs: 5,
    knownSlow: [
      'use store accept ',
      '<meta http-equiv=refresh ',
      ['<meta http-equiv=refresh content="0;url=', 'x', ''],
    ],
  });
});
