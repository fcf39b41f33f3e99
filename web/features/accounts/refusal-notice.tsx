import { Notice } from '../../ui/display/notice.tsx';
import type { Refusal } from './refusal.ts';
import { useTranslations } from './texts.ts';

interface RefusalNoticeProps {
  readonly refusal: Refusal | null;
  /** Seconds until another try makes sense. */
  readonly secondsLeft: number;
}

/** Why a form was refused. The seconds are shown, not spoken one by one. */
export const RefusalNotice = ({ refusal, secondsLeft }: RefusalNoticeProps) => {
  const t = useTranslations();
  if (!refusal || refusal.text === '') return null;
  return (
    <Notice tone="danger">
      <strong>{refusal.text}</strong>
      {refusal.detail ? <div>{refusal.detail}</div> : null}
      {refusal.reason && secondsLeft > 0 ? (
        <div aria-live="off">{t('waitFor', { reason: refusal.reason, left: secondsLeft })}</div>
      ) : null}
    </Notice>
  );
};
