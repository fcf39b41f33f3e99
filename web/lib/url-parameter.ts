/** Takes a one-time secret out of the page's address at once, so that it stays in no history, bookmark or referrer. */
export const consumeUrlParameter = (name: string): string | null => {
  const address = new URL(window.location.href);
  const value = address.searchParams.get(name);
  if (value === null) return null;
  address.searchParams.delete(name);
  window.history.replaceState(window.history.state, '', address.pathname + address.search + address.hash);
  return value === '' ? null : value;
};
