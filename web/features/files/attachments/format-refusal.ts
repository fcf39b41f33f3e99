import { isAccepted } from '../file-types.ts';
import { formatAccepted, t } from '../format-accepted.ts';

const MAX_NAMES = 3;

const formatRejectedNames = (files: readonly File[]): string | null => {
  const names = files.filter(({ name }) => !isAccepted(name)).map(({ name }) => name);
  if (names.length === 0) return null;
  const first = names.slice(0, MAX_NAMES).join(t('nameSeparator'));
  const rest = names.length - MAX_NAMES;
  return (
    `${t('notAccepted', { names: rest > 0 ? t('andMore', { names: first, count: rest }) : first })} ` +
    `${formatAccepted()}`
  );
};

export interface RefusedFiles {
  readonly files: readonly File[];
  readonly taken: number;
  readonly maxPerMessage: number;
}

/** How many of several files were taken, and why not the others. */
export const formatRefusal = ({ files, taken, maxPerMessage }: RefusedFiles): string => {
  const accepted = files.filter(({ name }) => isAccepted(name)).length;
  const reasons = [
    files.length > 1 ? t('takenOf', { taken, count: files.length }) : null,
    taken < accepted ? t('tooMany', { count: maxPerMessage }) : null,
    formatRejectedNames(files),
  ];
  return reasons.filter((reason) => reason !== null).join(' ');
};
