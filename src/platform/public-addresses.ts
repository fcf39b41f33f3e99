import ipaddr from 'ipaddr.js';

import { isPublicAddress, parseAddress } from './network-address.ts';

type Range = ReturnType<typeof ipaddr.parseCIDR>;

/** Ports that may be used on public addresses. */
const WEB_PORTS = [80, 443];

/** Which network addresses may be contacted: public ones on web ports, and the ranges that the operator opened. */
export class PublicAddresses {
  private readonly allowedRanges: readonly Range[];

  /** `allowedRanges`: CIDR ranges such as 10.1.0.0/16, where any port is allowed. */
  constructor(allowedRanges: readonly string[]) {
    this.allowedRanges = allowedRanges.map((range) => ipaddr.parseCIDR(range));
  }

  /** Whether a connection to this literal address is allowed. Anything but an address is not. */
  permits(address: string, port: number): boolean {
    const parsed = parseAddress(address);
    if (!parsed) return false;
    if (this.allowedRanges.some(([range, bits]) => parsed.kind() === range.kind() && parsed.match(range, bits)))
      return true;
    return WEB_PORTS.includes(port) && isPublicAddress(parsed);
  }
}
