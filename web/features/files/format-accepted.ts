import { FILE_KINDS } from '../../../src/shared/file-formats.ts';
import { createTranslations } from '../../lib/i18n/translations.ts';
import english from '../../messages/en/refusals.json' with { type: 'json' };
import { t as label } from './attach-texts.ts';
import { KIND_LABELS } from './kind-labels.ts';

export const { t } = createTranslations('refusals', english);

/** What is accepted, in words of the reader's language. */
export const formatAccepted = (): string => {
  const kinds = FILE_KINDS.map((kind) => label(KIND_LABELS[kind]));
  return t('accepted', { kinds: [...new Set(kinds)].join(t('nameSeparator')) });
};
