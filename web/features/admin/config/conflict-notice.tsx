import { conflictReceived } from '../../../state/admin-slice.ts';
import { useAppDispatch, useAppSelector } from '../../../state/store.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/display/notice.tsx';
import { CONFIG_ACTIONS } from './config-actions.ts';
import styles from './config-history.module.css';
import { useTranslations } from '../texts.ts';
import { formatChange, formatDateTime } from '../shared/labels.ts';

/** Another admin was quicker: what they changed, when and why. Reload brings theirs in under one's own unsaved changes. */
export const ConflictNotice = () => {
  const t = useTranslations();
  const dispatch = useAppDispatch();
  const conflict = useAppSelector(({ admin }) => admin.conflict);
  if (!conflict) return null;
  const { name, details: told } = conflict;
  const reload = async (): Promise<void> => {
    await dispatch(CONFIG_ACTIONS[name].reload());
    dispatch(conflictReceived(null));
  };
  return (
    <Notice
      tone="danger"
      action={
        <Button size="s" onClick={() => void reload()}>
          {t('reload')}
        </Button>
      }
    >
      <strong>{t('conflictTitle', { name: t(CONFIG_ACTIONS[name].title) })}</strong>
      <ul className={styles['theirs']}>
        {told.changes.map(({ version, byName, at, reason, changes }) => (
          <li key={version}>
            {t(reason ? 'byWhenWhy' : 'byWhen', { who: byName, when: formatDateTime(at), reason: reason ?? '' })}
            <ul className={styles['changes']}>
              {changes.map((change) => (
                <li key={change.path.join('.')}>{formatChange(change)}</li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      <p>{t('conflictText')}</p>
    </Notice>
  );
};
