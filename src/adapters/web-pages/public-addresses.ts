import ipaddr from 'ipaddr.js';

type Range = ReturnType<typeof ipaddr.parseCIDR>;

/** Ports that a public address may be asked on. */
const WEB_PORTS = [80, 443];

/** Which network addresses may be asked: public ones on the web's ports, and the ranges that the operator opened. */
export class PublicAddresses {
  private readonly allowedRanges: readonly Range[];

  /** `opened` are CIDR ranges such as 10.1.0.0/16; there any port may be asked. */
  constructor(allowedRanges: readonly string[]) {
    this.allowedRanges = allowedRanges.map((range) => ipaddr.parseCIDR(range));
  }

  /** Whether a connection to this literal address may stand. What is no address may not. */
  permits(address: string, port: number): boolean {
    const literal = address.replace(/^\[|\]$/g, '').split('%', 1)[0] ?? '';
    if (!ipaddr.isValid(literal)) return false;
    const parsed = ipaddr.process(literal); // an IPv4 address in IPv6 clothes is judged as what it is
    if (this.allowedRanges.some(([range, bits]) => parsed.kind() === range.kind() && parsed.match(range, bits)))
      return true;
    return WEB_PORTS.includes(port) && parsed.range() === 'unicast';
  }
}
