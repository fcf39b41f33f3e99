/** A channel to other tabs. Null without one: Firefox denies it, like all storage, where site data is blocked. */
export const openChannel = (name: string): BroadcastChannel | null => {
  try {
    return new BroadcastChannel(name);
  } catch {
    return null;
  }
};
