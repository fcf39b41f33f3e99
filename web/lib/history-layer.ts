/** Whether the entry of the history is that of a layer over the page, which has no address (docs/adr/0046). */
export const isLayer = (): boolean => {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null && Reflect.get(state, 'layer') === true;
};
