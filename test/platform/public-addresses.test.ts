import { PROVIDER_ADDRESSES } from '../../src/platform/provider-addresses.ts';
import { PublicAddresses } from '../../src/platform/public-addresses.ts';

const publicOnly = new PublicAddresses([]);

describe('an address that people or pages name is contacted', () => {
  test.each(['93.184.216.34', '::ffff:93.184.216.34', '2606:2800:21f:cb07::1', '[2606:2800:21f:cb07::1]'])(
    '%s, on web ports',
    (address) => {
      expect([80, 443, 8080].map((port) => publicOnly.permits(address, port))).toEqual([true, true, false]);
    },
  );

  test.each(['168.63.129.16', '::ffff:168.63.129.16', '192.0.0.192', '100.100.100.200', 'fd00:ec2::254'])(
    'not %s, where a cloud gives credentials',
    (address) => {
      expect(publicOnly.permits(address, 80)).toBe(false);
      expect(PROVIDER_ADDRESSES.permits(address, 80)).toBe(false);
    },
  );

  test.each(['::127.0.0.1', '::7f00:1', '::10.0.0.1', '::2', '1::1', '4000::1', 'fec0::1', '64:ff9b::7f00:1'])(
    'not %s, which is no address of the public internet',
    (address) => {
      expect(publicOnly.permits(address, 80)).toBe(false);
    },
  );

  test.each(['', 'example.org', '127.0.0.1', '10.0.0.1', '169.254.169.254', '::1', 'fe80::1%eth0', 'fd00::1'])(
    'not %s',
    (address) => {
      expect(publicOnly.permits(address, 80)).toBe(false);
    },
  );

  test('in a range that the operator opened, on any port', () => {
    expect(new PublicAddresses(['168.63.129.16/32']).permits('168.63.129.16', 32_526)).toBe(true);
    expect(new PublicAddresses(['10.1.0.0/16']).permits('10.2.0.1', 80)).toBe(false);
  });
});
