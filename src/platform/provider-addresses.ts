import ipaddr from 'ipaddr.js';

import type { PermittedAddresses } from './guarded-connect.ts';

/** Ollama and its like live on this machine or in the own network, on ports of their own. */
const PERMITTED_RANGES = ['unicast', 'private', 'loopback', 'uniqueLocal', 'carrierGradeNat'];

/** Clouds give credentials to whoever asks at these addresses of otherwise permitted ranges. */
const METADATA_ADDRESSES = ['fd00:ec2::254', 'fd20:ce::254', '100.100.100.200', '192.0.0.192', '168.63.129.16'].map(
  (address) => ipaddr.parse(address).toNormalizedString(),
);

/**
 * Where a provider that an admin named may be: public and private addresses on any port, but no link-local one
 * (cloud metadata), nor any that is no single machine.
 */
export const PROVIDER_ADDRESSES: PermittedAddresses = {
  permits(address) {
    const literal = address.replace(/^\[|\]$/g, '').split('%', 1)[0] ?? '';
    if (!ipaddr.isValid(literal)) return false;
    const parsed = ipaddr.process(literal);
    return PERMITTED_RANGES.includes(parsed.range()) && !METADATA_ADDRESSES.includes(parsed.toNormalizedString());
  },
};
