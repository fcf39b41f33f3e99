import { useMemo } from 'react';
import { useHashLocation } from 'wouter/use-hash-location';

import { parseAddress, type Address } from './address.ts';

/** Where the page is, by its address. */
export const useAddress = (): Address => {
  const [path] = useHashLocation();
  return useMemo(() => parseAddress(path), [path]);
};
