/** Null for what is no address. `URL.canParse` would say so too, but Safari has it since 17 only. */
export const parseUrl = (address: string, base?: string): URL | null => {
  try {
    return new URL(address, base);
  } catch {
    return null;
  }
};
