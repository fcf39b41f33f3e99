/** Empty ones are left out: providers refuse them. Undefined: none. */
export const toStopSequences = (stop: string | readonly string[] | null | undefined): readonly string[] | undefined => {
  const sequences = [stop ?? []].flat().filter((text) => text !== '');
  return sequences.length > 0 ? sequences : undefined;
};
