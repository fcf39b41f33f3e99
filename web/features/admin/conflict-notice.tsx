import { conflictTold } from '../../state/admin-slice.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { CONFIG } from './config-actions.ts';
import styles from './history.module.css';
import { useTexts } from './texts.ts';
import { changeText, momentText } from './words.ts';

/** Another admin was quicker: what they changed, when and why. Reload brings theirs in under one's own unsaved changes. */
export const ConflictNotice = () => {
  const t = useTexts();
  const dispatch = useAppDispatch();
  const conflict = useAppSelector(({ admin }) => admin.conflict);
  if (!conflict) return null;
  const { name, told } = conflict;
  const reload = async (): Promise<void> => {
    await dispatch(CONFIG[name].reload());
    dispatch(conflictTold(null));
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
      <strong>{t('conflictTitle', { name: t(CONFIG[name].title) })}</strong>
      <ul className={styles['theirs']}>
        {told.changes.map(({ version, byName, at, reason, changes }) => (
          <li key={version}>
            {t(reason ? 'byWhenWhy' : 'byWhen', { who: byName, when: momentText(at), reason: reason ?? '' })}
            <ul className={styles['changes']}>
              {changes.map((change) => (
                <li key={change.path.join('.')}>{changeText(change)}</li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      <p>{t('conflictText')}</p>
    </Notice>
  );
};
