import { Notice } from '../../ui/notice.tsx';
import type { Refusal } from './refusal.ts';
import { useTexts } from './texts.ts';

interface RefusalNoticeProps {
  readonly refusal: Refusal | null;
  /** Seconds until another try makes sense. */
  readonly left: number;
}

/** Why a form was refused. The seconds are shown, not spoken one by one. */
export const RefusalNotice = ({ refusal, left }: RefusalNoticeProps) => {
  const t = useTexts();
  if (!refusal || refusal.text === '') return null;
  return (
    <Notice tone="danger">
      <strong>{refusal.text}</strong>
      {refusal.detail ? <div>{refusal.detail}</div> : null}
      {refusal.reason && left > 0 ? <div aria-live="off">{t('waitFor', { reason: refusal.reason, left })}</div> : null}
    </Notice>
  );
};
