import type { IncomingMessage } from 'node:http';
import { isIPv4 } from 'node:net';

import ipaddr from 'ipaddr.js';

/** The proxies whose forwarding headers are trusted: ranges, and the length of the chain. */
export interface ProxyTrust {
  readonly ranges: readonly string[];
  readonly hops: number;
}

const IPV6_NETWORK_GROUPS = 4;

/**
 * The caller's address for limits: IPv4, or the /64 network of IPv6; mapped forms unwrapped. Forwarding headers count
 * from a trusted peer only, and then the entry that the outermost trusted proxy wrote.
 */
export const clientAddressKey = (request: IncomingMessage, trust: ProxyTrust): string =>
  networkKey(clientAddress(request, trust));

/** The same as it was written. */
export const clientAddress = (request: IncomingMessage, trust: ProxyTrust): string => {
  const peer = request.socket.remoteAddress ?? '';
  const forwarded = request.headers['x-forwarded-for'];
  if (forwarded === undefined || !isTrustedProxy(peer, trust)) return peer;
  const entries = String(forwarded)
    .split(',')
    .map((entry) => entry.trim());
  const entry = entries.at(-trust.hops) ?? entries[0] ?? peer;
  return ipaddr.isValid(entry) ? entry : peer;
};

/** Whether this peer's forwarding headers are trusted. */
export const isTrustedProxy = (peer: string, trust: ProxyTrust): boolean => {
  if (trust.ranges.length === 0 || !ipaddr.isValid(peer)) return false;
  const address = ipaddr.process(peer);
  return trust.ranges.some((range) => {
    const [network, bits] = ipaddr.parseCIDR(range);
    return network.kind() === address.kind() && address.match(network, bits);
  });
};

/** An address as limits count it. */
export const networkKey = (text: string): string => {
  if (isIPv4(text)) return text; // the usual case, in one step
  if (!ipaddr.isValid(text)) return 'unknown';
  const address = ipaddr.process(text);
  if (!('parts' in address)) return address.toString();
  return `${address.parts
    .slice(0, IPV6_NETWORK_GROUPS)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
};
