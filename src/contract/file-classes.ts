/* Analytics report an uploaded file by these classes instead of name, type and size, on the page and on the server. */

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
