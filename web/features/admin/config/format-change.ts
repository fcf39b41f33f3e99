import type { SettingsName } from '../../../../src/shared/settings/documents.ts';
import { t } from '../texts.ts';
import { fieldLabel } from './field-labels.ts';

const formatValue = (value: unknown): string => {
  if (value === undefined || value === null) return t('valueNothing');
  if (value === -1) return t('valueUnlimited');
  if (typeof value === 'boolean') return t(value ? 'valueOn' : 'valueOff');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

const MAX_VALUE_LENGTH = 60;
const truncate = (text: string): string =>
  text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : text;

interface Change {
  readonly path: readonly string[];
  readonly from?: unknown;
  readonly to?: unknown;
}

/** One change in words: `Free: messages in total: 100 → unlimited`. */
export const formatChange = (name: SettingsName, { path, from, to }: Change): string =>
  t('change', {
    path: fieldLabel(name, path),
    from: truncate(formatValue(from)),
    to: truncate(formatValue(to)),
  });
