import { freemiumApi } from '../features/trial/freemium-api.ts';
import { Badge } from '../ui/badge.tsx';
import styles from './demo-note.module.css';

/** Says that no language model is connected and the built-in demo answers; nothing when a real one does. */
export const DemoNote = () => {
  const { data } = freemiumApi.useFreemiumConfigQuery();
  if (!data?.demoModel) return null;
  return <p className={styles['note']}><Badge>Demo model</Badge> No language model is connected yet.</p>;
};
