import { describeDevice } from '../../../src/domain/accounts/device.ts';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/130.0.0.0 Safari/537.36`, 'Chrome, Windows'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/130.0.0.0 Safari/537.36 Edg/130.0`, 'Edge, Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', 'Firefox, Linux'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18 Safari/605.1.15`, 'Safari, macOS'],
  [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E Safari/604.1`, 'Safari, iPhone'],
  [
    `Mozilla/5.0 (Linux; Android 15; SM-S921B) ${WEBKIT} SamsungBrowser/27.0 Chrome/125 Mobile Safari/537`,
    'Samsung Internet, Android',
  ],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/130.0.0.0 Safari/537.36`, 'Chrome, ChromeOS'],
  ['curl/8.5.0', 'curl'],
  ['My Client 2/1.0 (anything)', 'My Client 2'],
  ['<script>alert(1)</script>', ''],
  ['', ''],
])('%s is shown as its owner would name it', (userAgent, device) => {
  expect(describeDevice(userAgent)).toBe(device);
});

test('a long header is cut before it is looked at', () => {
  expect(describeDevice(`${'('.repeat(400)} Firefox/1 Windows`)).toBe('');
  expect(describeDevice(`${'x'.repeat(100_000)}/1`)).toBe('');
});
