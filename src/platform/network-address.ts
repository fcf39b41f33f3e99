import ipaddr from 'ipaddr.js';

export type NetworkAddress = ReturnType<typeof ipaddr.process>;

/** Without brackets and zone, a mapped IPv4 address as IPv4. Undefined for what is no address, as a host name. */
export const parseAddress = (address: string): NetworkAddress | undefined => {
  const literal = address.replace(/^\[|\]$/g, '').split('%', 1)[0] ?? '';
  return ipaddr.isValid(literal) ? ipaddr.process(literal) : undefined;
};

/** Clouds give credentials to whoever asks at these addresses of otherwise permitted ranges. */
const METADATA_ADDRESSES = ['fd00:ec2::254', 'fd20:ce::254', '100.100.100.200', '192.0.0.192', '168.63.129.16'].map(
  (address) => ipaddr.parse(address).toNormalizedString(),
);

export const isMetadataAddress = (address: NetworkAddress): boolean =>
  METADATA_ADDRESSES.includes(address.toNormalizedString());

/** All that is assigned to the public internet. */
const GLOBAL_UNICAST_V6 = ipaddr.parseCIDR('2000::/3');

/** Whether an address belongs to the public internet. Old notations of IPv4 as `::127.0.0.1` do not. */
export const isPublicAddress = (address: NetworkAddress): boolean =>
  address.range() === 'unicast' &&
  (address.kind() === 'ipv4' || address.match(GLOBAL_UNICAST_V6)) &&
  !isMetadataAddress(address);
