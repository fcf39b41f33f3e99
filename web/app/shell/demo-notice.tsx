import { freemiumApi } from '../../features/trial/freemium-api.ts';
import { Badge } from '../../ui/display/badge.tsx';
import styles from './demo-notice.module.css';
import { useTranslations } from '../texts.ts';

/** Says that no language model is connected and the built-in demo answers; nothing when a real one does. */
export const DemoNotice = () => {
  const t = useTranslations();
  const { data } = freemiumApi.useFreemiumConfigQuery();
  if (!data?.demoModel) return null;
  return (
    <p className={styles['note']}>
      <Badge>{t('demoModel')}</Badge> {t('demoNote')}
    </p>
  );
};
