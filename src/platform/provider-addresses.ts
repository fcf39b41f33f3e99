import type { PermittedAddresses } from './guarded-connect.ts';
import { isMetadataAddress, parseAddress } from './network-address.ts';

/** Ollama and its like live on this machine or in the own network, on ports of their own. */
const PERMITTED_RANGES = ['unicast', 'private', 'loopback', 'uniqueLocal', 'carrierGradeNat'];

/**
 * Where a provider that an admin named may be: public and private addresses on any port, but no link-local one
 * (cloud metadata), nor any that is no single machine.
 */
export const PROVIDER_ADDRESSES: PermittedAddresses = {
  permits(address) {
    const parsed = parseAddress(address);
    return parsed !== undefined && PERMITTED_RANGES.includes(parsed.range()) && !isMetadataAddress(parsed);
  },
};
