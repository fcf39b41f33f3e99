import { getErrorMessage, isApiFailure } from '../../../lib/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/display/notice.tsx';
import { PasswordField, SelectField, TextField } from '../../../ui/forms/text-input.tsx';
import type { Setup } from './setup-api.ts';
import styles from './setup.module.css';
import { useSetupTranslations } from './texts.ts';
import { useModelServer } from './use-model-server.ts';

const list = (names: readonly string[]): string => names.join(', ');

const AnsweringNow = ({ models: { isDemo, answering } }: Setup) => {
  const t = useSetupTranslations();
  return isDemo ? (
    <Notice>{t('modelDemo')}</Notice>
  ) : (
    <Notice tone="positive">{t('modelNow', { names: list(answering) })}</Notice>
  );
};

/** What the server says about a field of the form. */
const errorAt = (error: unknown, field: string): string | null =>
  isApiFailure(error) && error.data['field'] === field ? getErrorMessage(error, '') : null;

type Server = ReturnType<typeof useModelServer>;

const ServerFields = ({ setup, server }: { readonly setup: Setup; readonly server: Server }) => {
  const t = useSetupTranslations();
  const { form, kind, hasKey, change, testing, namesModel } = server;
  return (
    <>
      <SelectField
        label={t('kind')}
        value={form.provider}
        options={setup.models.kinds.map(({ id, label }) => [id, label])}
        onText={(provider) => change({ provider, apiKey: '' })}
      />
      {kind?.needsAddress === true ? (
        <TextField
          label={t('address')}
          type="url"
          dir="ltr"
          inputMode="url"
          autoComplete="off"
          value={form.baseUrl}
          hint={t('addressHint')}
          error={errorAt(testing.error, 'baseUrl')}
          onText={(baseUrl) => change({ baseUrl })}
        />
      ) : null}
      <PasswordField
        label={t('key')}
        optional={kind?.needsKey === false}
        autoComplete="off"
        value={form.apiKey}
        hint={t(hasKey ? 'keyStored' : 'keyHint')}
        error={errorAt(testing.error, 'apiKey')}
        onText={(apiKey) => change({ apiKey })}
      />
      {namesModel ? (
        <TextField
          label={t('model')}
          dir="ltr"
          autoComplete="off"
          value={form.model}
          hint={t('modelNameHint')}
          onText={(model) => change({ model })}
        />
      ) : null}
    </>
  );
};

const isAtField = (error: unknown): boolean => ['baseUrl', 'apiKey'].some((field) => errorAt(error, field) !== null);

/** The models that the server offers, and the choice among them. */
const OfferedModels = ({ server }: { readonly server: Server }) => {
  const t = useSetupTranslations();
  const { form, models, testing, connecting, change, connect } = server;
  if (testing.error && !isAtField(testing.error))
    return <Notice tone="danger">{getErrorMessage(testing.error, t('failed'))}</Notice>;
  if (models === null) return null;
  if (models.length === 0) return <Notice tone="warning">{t('noModels')}</Notice>;
  return (
    <>
      <Notice tone="positive">{t('found', { count: models.length })}</Notice>
      <SelectField
        label={t('model')}
        value={form.model}
        options={models.map(({ id, displayName }) => [id, displayName])}
        onText={(model) => change({ model })}
      />
      <Button variant="primary" busy={connecting.isLoading} className={styles['action']} onClick={connect}>
        {t('connect')}
      </Button>
      {connecting.error ? <Notice tone="danger">{getErrorMessage(connecting.error, t('failed'))}</Notice> : null}
    </>
  );
};

const ServerForm = ({ setup }: { readonly setup: Setup }) => {
  const t = useSetupTranslations();
  const server = useModelServer(setup);
  const { form, testing, connecting, disconnecting } = server;
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault();
        server.test();
      }}
    >
      <ServerFields setup={setup} server={server} />
      <div className={styles['buttons']}>
        <Button type="submit" variant={server.models === null ? 'primary' : 'secondary'} busy={testing.isLoading}>
          {t('test')}
        </Button>
        {setup.models.connected ? (
          <Button variant="quiet" busy={disconnecting.isLoading} onClick={server.disconnect}>
            {t('disconnect')}
          </Button>
        ) : null}
      </div>
      <OfferedModels server={server} />
      {connecting.isSuccess ? <Notice tone="positive">{t('connected', { model: form.model })}</Notice> : null}
      {disconnecting.isSuccess ? <Notice>{t('disconnected')}</Notice> : null}
    </form>
  );
};

/** Which model answers, with a live test before anything is stored. */
export const ModelStep = ({ setup }: { readonly setup: Setup }) => {
  const t = useSetupTranslations();
  const { variables } = setup.models;
  return (
    <>
      <p className={styles['lead']}>{t('modelLead')}</p>
      <AnsweringNow {...setup} />
      {variables.length > 0 ? (
        <Notice>{t('modelByEnvironment', { variables: list(variables) })}</Notice>
      ) : (
        <ServerForm setup={setup} />
      )}
    </>
  );
};
