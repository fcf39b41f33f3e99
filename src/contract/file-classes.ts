/*
 * What is told of an uploaded file in place of its name, its type and its size. The page and the server both tell it, so
 * the classes are here and nowhere else.
 */

const SIZES = [
  [100_000, 'up to 100 KB'],
  [1_000_000, 'up to 1 MB'],
  [10_000_000, 'up to 10 MB'],
  [100_000_000, 'up to 100 MB'],
] as const;

const typeClass = (type: string): string => {
  if (type === 'application/pdf') return 'pdf';
  return /^(image|text|audio|video)\//.exec(type)?.[1] ?? 'document';
};

/** Classes of a media type and of a size in bytes that many files share. */
export const fileClasses = ({
  type,
  size,
}: {
  readonly type: string;
  readonly size: number;
}): { readonly type: string; readonly size: string } => ({
  type: typeClass(type),
  size: SIZES.find(([most]) => size <= most)?.[1] ?? 'over 100 MB',
});
