import { useState, type FormEvent } from 'react';

import { isLanguage, LANGUAGES, LANGUAGE_TAGS } from '../../../../src/shared/languages.ts';
import { TIERS } from '../../../../src/shared/tiers.ts';
import { getErrorMessage } from '../../../lib/api-error.ts';
import { currentLanguage } from '../../../lib/i18n/translations.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/display/notice.tsx';
import { SelectField, TextField } from '../../../ui/forms/text-input.tsx';
import { CopyLine } from '../../../ui/markdown/copy-line.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import dialogStyles from '../../../ui/overlays/dialog.module.css';
import { useTierName } from '../shared/labels.ts';
import { type CreatedInvitation, type NewInvitation, registrationApi } from './registration-api.ts';
import styles from './registration.module.css';
import { useRegistrationTranslations } from './registration-texts.ts';

const LIFETIMES = [1, 7, 30, 90, 365] as const;
const USES = [1, 2, 5, 10, 25, 50, 100] as const;
const PLAN_LIFETIMES = [30, 90, 365] as const;
const PLANS = TIERS.filter((tier) => tier !== 'free');

interface Draft extends Required<NewInvitation> {
  readonly address: string;
}

const EMPTY = (): Draft => ({
  address: '',
  email: null,
  language: currentLanguage(),
  tier: null,
  tierDays: null,
  days: 7,
  uses: 1,
});

/** An address makes it personal: mailed, and for one account. */
const toInvitation = ({ address, ...draft }: Draft): NewInvitation => {
  const email = address.trim() === '' ? null : address.trim();
  return { ...draft, email, uses: email === null ? draft.uses : 1, tierDays: draft.tier ? draft.tierDays : null };
};

interface FieldsProps {
  readonly draft: Draft;
  readonly set: (patch: Partial<Draft>) => void;
}

const AddressFields = ({ draft, set }: FieldsProps) => {
  const t = useRegistrationTranslations();
  return (
    <>
      <TextField
        label={t('address')}
        hint={t('addressHint')}
        optional
        type="email"
        dir="ltr"
        data-autofocus
        autoComplete="off"
        maxLength={254}
        value={draft.address}
        onText={(address) => set({ address })}
      />
      {draft.address.trim() === '' ? (
        <SelectField
          label={t('uses')}
          value={draft.uses}
          onText={(text) => set({ uses: USES.find((count) => String(count) === text) ?? 1 })}
          options={USES.map((count) => [count, t('accounts', { count })] as const)}
        />
      ) : (
        <SelectField
          label={t('language')}
          value={draft.language}
          onText={(text) => set(isLanguage(text) ? { language: text } : {})}
          options={LANGUAGE_TAGS.map((tag) => [tag, LANGUAGES[tag]] as const)}
        />
      )}
    </>
  );
};

const PlanFields = ({ draft, set }: FieldsProps) => {
  const t = useRegistrationTranslations();
  const tierName = useTierName();
  return (
    <>
      <SelectField
        label={t('plan')}
        value={draft.tier ?? ''}
        onText={(text) => set({ tier: PLANS.find((tier) => tier === text) ?? null })}
        options={[['', t('noPlan')], ...PLANS.map((tier) => [tier, tierName(tier)] as const)]}
      />
      {draft.tier ? (
        <SelectField
          label={t('planFor')}
          value={draft.tierDays ?? ''}
          onText={(text) => set({ tierDays: PLAN_LIFETIMES.find((days) => String(days) === text) ?? null })}
          options={[['', t('withoutEnd')], ...PLAN_LIFETIMES.map((count) => [count, t('days', { count })] as const)]}
        />
      ) : null}
    </>
  );
};

const Created = ({ created, onClose }: { readonly created: CreatedInvitation; readonly onClose: () => void }) => {
  const t = useRegistrationTranslations();
  return (
    <div className={styles['form']}>
      {created.isMailed === true ? <Notice tone="positive">{t('isMailed')}</Notice> : null}
      {created.isMailed === false ? <Notice tone="danger">{t('notMailed')}</Notice> : null}
      <p>{t('copyNow')}</p>
      <CopyLine text={created.link} label={t('copyLink')}>
        <code className={styles['link']}>{created.link}</code>
      </CopyLine>
      <div className={dialogStyles['actions']}>
        <Button variant="primary" onClick={onClose}>
          {t('done')}
        </Button>
      </div>
    </div>
  );
};

/** Invites one person by mail, or whoever gets the link, which is shown once. */
export const InviteDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useRegistrationTranslations();
  const [draft, setDraft] = useState(EMPTY);
  const [create, { data: created, error, isLoading }] = registrationApi.useCreateInvitationMutation();
  const set = (patch: Partial<Draft>): void => setDraft({ ...draft, ...patch });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void create(toInvitation(draft));
  };
  return (
    <Dialog title={t(created ? 'invitationReady' : 'inviteTitle')} size="s" onClose={onClose}>
      {created ? (
        <Created created={created} onClose={onClose} />
      ) : (
        <form noValidate className={styles['form']} onSubmit={submit}>
          {error ? <Notice tone="danger">{getErrorMessage(error, t('inviteFailed'))}</Notice> : null}
          <AddressFields draft={draft} set={set} />
          <PlanFields draft={draft} set={set} />
          <SelectField
            label={t('validFor')}
            value={draft.days}
            onText={(text) => set({ days: LIFETIMES.find((days) => String(days) === text) ?? 7 })}
            options={LIFETIMES.map((count) => [count, t('days', { count })] as const)}
          />
          <div className={dialogStyles['actions']}>
            <Button onClick={onClose}>{t('cancel')}</Button>
            <Button type="submit" variant="primary" busy={isLoading} disabled={isLoading}>
              {t(draft.address.trim() === '' ? 'makeLink' : 'sendInvitation')}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
};
