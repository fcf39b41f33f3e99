import { t } from './texts.ts';

/** A greeting for the hour (0 to 23): morning from 5, afternoon from 12, evening from 18 until 5. */
export const greetingAt = (hour: number, name: string): string => {
  const part = hour >= 5 && hour < 12 ? 'morning' : hour >= 12 && hour < 18 ? 'afternoon' : 'evening';
  const first = name.trim().split(/\s+/)[0] ?? '';
  return first === '' ? t('greeting', { part }) : t('greetingName', { part, name: first });
};
