const toNumber = (text: string): number => Number(text.replace(/[ '’]/g, ''));

/** Groups of three digits after a first one that is no zero. */
const isGrouped = (text: string, separator: string): boolean => {
  const [first = '', ...groups] = text.replace(/[ '’]/g, '').split(separator);
  return /^[1-9]\d{0,2}$/.test(first) && groups.every((group) => group.length === 3);
};

/** What a separator can mean: `1.234` is read either way, `3.5`, `0.125` and `1,234,567` in one. */
const readWith = (text: string, separator: '.' | ','): number[] => {
  const parts = text.split(separator);
  const asGroups = isGrouped(text, separator) ? [toNumber(parts.join(''))] : [];
  return parts.length === 2 ? [...new Set([toNumber(parts.join('.')), ...asGroups])] : asGroups;
};

/** The values of a figure with separators of any language. */
export const parseFigure = (text: string): number[] => {
  const [dot, comma] = [text.lastIndexOf('.'), text.lastIndexOf(',')];
  if (dot < 0 && comma < 0) return [toNumber(text)];
  if (dot >= 0 && comma >= 0) {
    const [groups, decimals] = dot > comma ? [',', '.'] : ['.', ','];
    return [toNumber(text.replaceAll(groups, '').replace(decimals, '.'))];
  }
  const values = readWith(text, dot >= 0 ? '.' : ',');
  return values.length > 0 ? values : [toNumber(text.replaceAll(/[.,]/g, ''))];
};
