import { modelName } from '../../../../src/shared/model-name.ts';
import type { InsteadOf } from '../../../../src/shared/reply-details.ts';
import { useBrowserEnv } from '../../../lib/browser-env.ts';
import { formatUpcoming } from '../../../lib/format-date.ts';
import { useTranslations, type TextKey } from '../texts.ts';
import styles from './turn.module.css';

const REASONS: Readonly<Record<InsteadOf['reason'], TextKey>> = {
  limit: 'insteadOfLimit',
  'no-access': 'insteadOfNoAccess',
  failure: 'insteadOfFailure',
};

interface InsteadOfNoteProps {
  /** Null where the asked one answers. */
  readonly of: InsteadOf | null;
  /** The model that answers; null while it is not known. */
  readonly model: string | null;
}

/** Why another model answers than the one that was asked, and until when while that is still to come. */
export const InsteadOfNote = ({ of, model }: InsteadOfNoteProps) => {
  const t = useTranslations();
  const now = useBrowserEnv().now();
  if (!of || model === null) return null;
  const { model: asked, reason, resetsAt } = of;
  const isToCome = resetsAt !== null && new Date(resetsAt) > now;
  return (
    <p className={styles['instead-of']} data-testid="instead-of">
      {t(REASONS[reason], { asked: modelName(asked), model: modelName(model) })}
      {isToCome
        ? ` ${t('insteadOfUntil', { asked: modelName(asked), when: formatUpcoming(resetsAt, now) ?? '' })}`
        : null}
    </p>
  );
};
