import { useState, type FormEvent } from 'react';

import { MAX_REPORT_TEXT, REPORT_REASONS, type ReportReason } from '../../../src/shared/share-reports.ts';
import { CaptchaBox } from '../../features/accounts/captcha/captcha-box.tsx';
import { createTranslations } from '../../lib/i18n/translations.ts';
import english from '../../messages/en/report-page.json' with { type: 'json' };
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/display/notice.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { SelectField, TextArea } from '../../ui/forms/text-input.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import dialogStyles from '../../ui/overlays/dialog.module.css';
import styles from './report-dialog.module.css';
import { useReport, type ReportState } from './use-report.ts';

const { useTranslations } = createTranslations('report-page', english);

const FAILURES = { failed: 'reportFailed', limited: 'reportLimited' } as const;

const Failure = ({ state }: { readonly state: ReportState }) => {
  const t = useTranslations();
  return state === 'failed' || state === 'limited' ? <Notice tone="danger">{t(FAILURES[state])}</Notice> : null;
};

interface ReportDialogProps {
  readonly token: string;
  readonly onClose: () => void;
}

/** What is wrong, as it is filled in. A captcha is asked for once the server wants one, and again after each try. */
const useReportForm = (token: string) => {
  const [reason, setReason] = useState<ReportReason | null>(null);
  const [text, setText] = useState('');
  const [captchaToken, setCaptchaToken] = useState<string | null>(null);
  const [isMissing, setMissing] = useState(false);
  const [needsCaptcha, setNeedsCaptcha] = useState(false);
  const report = useReport(token);
  if (report.state === 'captcha' && !needsCaptcha) setNeedsCaptcha(true);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setMissing(reason === null);
    if (reason === null || (needsCaptcha && captchaToken === null)) return;
    setCaptchaToken(null);
    void report.send({ reason, text, captchaToken });
  };
  return { ...report, reason, setReason, text, setText, setCaptchaToken, isMissing, needsCaptcha, submit };
};

const ReportForm = ({ token, onClose }: ReportDialogProps) => {
  const t = useTranslations();
  const form = useReportForm(token);
  const busy = form.state === 'sending';
  if (form.state === 'sent')
    return (
      <>
        <p role="status">{t('sent')}</p>
        <div className={dialogStyles['actions']}>
          <Button variant="primary" data-autofocus onClick={onClose}>
            {t('done')}
          </Button>
        </div>
      </>
    );
  return (
    <form noValidate className={styles['form']} onSubmit={form.submit}>
      <SelectField
        label={t('reason')}
        data-autofocus
        required
        error={form.isMissing && form.reason === null ? t('chooseReason') : null}
        value={form.reason ?? ''}
        onText={(text) => form.setReason(REPORT_REASONS.find((reason) => reason === text) ?? null)}
        options={[['', t('choose')], ...REPORT_REASONS.map((reason) => [reason, t(reason)] as const)]}
      />
      <Field label={t('details')} optional>
        {(control) => (
          <TextArea {...control} rows={4} maxLength={MAX_REPORT_TEXT} value={form.text} onText={form.setText} />
        )}
      </Field>
      {form.needsCaptcha && !busy ? (
        <CaptchaBox captcha={form.captcha} onToken={form.setCaptchaToken} error={t('needsCaptcha')} />
      ) : null}
      <Failure state={form.state} />
      <div className={dialogStyles['actions']}>
        <Button disabled={busy} onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button type="submit" variant="primary" busy={busy} disabled={busy}>
          {t('send')}
        </Button>
      </div>
    </form>
  );
};

/** Tells the operator what is wrong with a shared page. */
export const ReportDialog = ({ token, onClose }: ReportDialogProps) => {
  const t = useTranslations();
  return (
    <Dialog title={t('title')} description={t('reportLead')} size="s" onClose={onClose}>
      <ReportForm token={token} onClose={onClose} />
    </Dialog>
  );
};
