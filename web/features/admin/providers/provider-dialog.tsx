import type { ProviderFailure } from '../../../../src/shared/providers.ts';
import { getErrorMessage, isApiFailure } from '../../../lib/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/display/notice.tsx';
import { PasswordField, SelectField, TextField } from '../../../ui/forms/text-input.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { FailureNotice } from '../shared/failure-notice.tsx';
import { t as panelText } from '../texts.ts';
import type { EnteredProvider, ProviderGroup } from './providers-api.ts';
import styles from './providers.module.css';
import { type ProvidersTextKey, useProvidersTranslations } from './providers-texts.ts';
import { failureOf, useProviderForm } from './use-provider-form.ts';

type Form = ReturnType<typeof useProviderForm>;

const FIELDS = ['kind', 'name', 'baseUrl', 'user', 'sender', 'apiKey', 'model'];

const FAILURES: Readonly<Record<ProviderFailure, ProvidersTextKey>> = {
  key: 'failedKey',
  quota: 'failedQuota',
  unreachable: 'failedUnreachable',
  address: 'failedAddress',
  answer: 'failedAnswer',
  format: 'failedFormat',
  models: 'failedModels',
};

/** What the server says about a field of the form. */
const errorAt = ({ testing, saving }: Form, field: string): string | null => {
  const error = saving.error ?? testing.error;
  return isApiFailure(error) && error.data['field'] === field ? getErrorMessage(error, '') : null;
};

interface FieldsProps {
  readonly form: Form;
  readonly provider: EnteredProvider | null;
}

const AddressField = ({ form, isMail }: { readonly form: Form; readonly isMail: boolean }) => {
  const t = useProvidersTranslations();
  return (
    <TextField
      label={t('address')}
      dir="ltr"
      inputMode="url"
      autoComplete="off"
      value={form.fields.baseUrl}
      hint={t(isMail ? 'mailAddressHint' : 'addressHint')}
      error={errorAt(form, 'baseUrl')}
      onText={(baseUrl) => form.change({ baseUrl })}
    />
  );
};

const MailFields = ({ form }: { readonly form: Form }) => {
  const t = useProvidersTranslations();
  return (
    <>
      <TextField
        label={t('user')}
        optional
        dir="ltr"
        autoComplete="off"
        value={form.fields.user}
        error={errorAt(form, 'user')}
        onText={(user) => form.change({ user })}
      />
      <TextField
        label={t('sender')}
        dir="ltr"
        autoComplete="off"
        value={form.fields.sender}
        hint={t('senderHint')}
        error={errorAt(form, 'sender')}
        onText={(sender) => form.change({ sender })}
      />
    </>
  );
};

const KeyField = ({ form, provider }: FieldsProps) => {
  const t = useProvidersTranslations();
  const isMail = form.kind?.sendsMail === true;
  return (
    <PasswordField
      label={t(isMail ? 'password' : 'key')}
      optional={form.kind?.needsKey === false}
      autoComplete="off"
      value={form.fields.apiKey}
      hint={t(provider?.hasKey === true ? 'keyStored' : 'keyHint')}
      error={errorAt(form, 'apiKey')}
      onText={(apiKey) => form.change({ apiKey })}
    />
  );
};

const ModelField = ({ form }: { readonly form: Form }) => {
  const t = useProvidersTranslations();
  const { tested, fields, change, namesModel } = form;
  const offered = tested?.models ?? [];
  if (namesModel)
    return (
      <TextField
        label={t('defaultModel')}
        dir="ltr"
        autoComplete="off"
        value={fields.model}
        hint={t('modelNameHint')}
        error={errorAt(form, 'model')}
        onText={(model) => change({ model })}
      />
    );
  if (offered.length === 0) return null;
  return (
    <SelectField
      label={t('defaultModel')}
      value={fields.model}
      error={errorAt(form, 'model')}
      options={[['', t('defaultOfProvider')], ...offered.map(({ id, displayName }) => [id, displayName] as const)]}
      onText={(model) => change({ model })}
    />
  );
};

const ProviderFailureNotice = ({ error }: { readonly error: unknown }) => {
  const t = useProvidersTranslations();
  const failure = failureOf(error);
  if (!failure) return <FailureNotice error={error} />;
  return (
    <Notice tone="danger">
      <strong>{t(FAILURES[failure])}</strong> {getErrorMessage(error, panelText('didNotWork'))}
    </Notice>
  );
};

/** What the test or the save said, apart from what stands at a field. */
const Outcome = ({ form, group }: { readonly form: Form; readonly group: ProviderGroup }) => {
  const t = useProvidersTranslations();
  const { testing, saving, tested } = form;
  const error = saving.error ?? testing.error;
  if (error)
    return FIELDS.some((field) => errorAt(form, field) !== null) ? null : <ProviderFailureNotice error={error} />;
  if (!tested) return null;
  const text = group.need === 'models' ? t('worksWithModels', { count: tested.models.length }) : t('works');
  return <Notice tone="positive">{text}</Notice>;
};

const KindFields = ({ form, group, provider }: FieldsProps & { readonly group: ProviderGroup }) => {
  const t = useProvidersTranslations();
  const { fields, kind, change } = form;
  return (
    <>
      {group.kinds.length > 1 ? (
        <SelectField
          label={t('kind')}
          disabled={provider !== null}
          value={fields.kind}
          options={group.kinds.map(({ id, label }) => [id, label])}
          error={errorAt(form, 'kind')}
          onText={(text) => change({ kind: text, apiKey: '', model: '' })}
        />
      ) : null}
      {kind?.isRepeatable === true ? (
        <TextField
          label={t('name')}
          value={fields.name}
          hint={t('nameHint')}
          error={errorAt(form, 'name')}
          onText={(name) => change({ name })}
        />
      ) : null}
    </>
  );
};

const AccessFields = ({ form, provider }: FieldsProps) => {
  const { needsAddress, needsKey, sendsMail } = form.kind ?? { needsAddress: false, needsKey: false, sendsMail: false };
  return (
    <>
      {needsAddress ? <AddressField form={form} isMail={sendsMail} /> : null}
      {sendsMail ? <MailFields form={form} /> : null}
      {needsKey || needsAddress ? <KeyField form={form} provider={provider} /> : null}
    </>
  );
};

interface ProviderDialogProps {
  readonly group: ProviderGroup;
  /** The one to change; null: a new one. */
  readonly provider: EnteredProvider | null;
  readonly onClose: () => void;
}

/** Enters or changes a provider. Saving tests it first. */
export const ProviderDialog = ({ group, provider, onClose }: ProviderDialogProps) => {
  const t = useProvidersTranslations();
  const form = useProviderForm(group, provider, onClose);
  const { testing, saving } = form;
  return (
    <Dialog title={provider ? t('changeOf', { name: provider.label }) : t('addTitle')} size="m" onClose={onClose}>
      <form
        className={styles['form']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void form.save();
        }}
      >
        <KindFields form={form} group={group} provider={provider} />
        <AccessFields form={form} provider={provider} />
        <Outcome form={form} group={group} />
        {group.need === 'models' ? <ModelField form={form} /> : null}
        <div className={styles['buttons']}>
          <Button busy={testing.isLoading} onClick={() => void form.test()}>
            {t('test')}
          </Button>
          <Button type="submit" variant="primary" busy={saving.isLoading}>
            {t('save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
};
