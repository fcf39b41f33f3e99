import { Plus, X } from 'lucide-react';

import { TOOL_SERVER_AUTH, type ToolServerAuth } from '../../../src/shared/tools.ts';
import { Button } from '../button.tsx';
import { PasswordField, SelectField, TextField } from '../forms/text-input.tsx';
import { IconButton } from '../icon-button.tsx';
import styles from './tool-servers.module.css';
import { useServerTranslations, type ServerTextKey } from './texts.ts';
import type { HeaderFields, ServerForm } from './use-server-fields.ts';

const AUTH_LABELS: Readonly<Record<ToolServerAuth, ServerTextKey>> = {
  none: 'authNone',
  headers: 'authHeaders',
  oauth: 'authOauth',
};
const AUTH_HINTS: Readonly<Record<ToolServerAuth, ServerTextKey>> = {
  none: 'authNoneHint',
  headers: 'authHeadersHint',
  oauth: 'authOauthHint',
};

const MAX_HEADERS = 10;
/** The same in every language. */
const EXAMPLE_HEADER = 'Authorization';
const EXAMPLE_ADDRESS = 'https://mcp.example.org/mcp';

interface HeaderRowProps {
  readonly form: ServerForm;
  readonly header: HeaderFields;
  readonly at: number;
}

const HeaderRow = ({ form, header, at }: HeaderRowProps) => {
  const t = useServerTranslations();
  const { fields, change, hasProblem, isStored } = form;
  const set = (part: Partial<HeaderFields>): void =>
    change({ headers: fields.headers.map((one) => (one.key === header.key ? { ...one, ...part } : one)) });
  const remove = (): void => change({ headers: fields.headers.filter(({ key }) => key !== header.key) });
  return (
    <div className={styles['header']}>
      <TextField
        label={t('headerName', { number: at + 1 })}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        placeholder={EXAMPLE_HEADER}
        value={header.name}
        error={hasProblem(`header-${header.key}`) ? t('headerNameWrong') : null}
        onText={(name) => set({ name })}
      />
      <PasswordField
        label={t('headerValue', { number: at + 1 })}
        autoComplete="off"
        maxLength={4000}
        value={header.value}
        hint={isStored(header) ? t('headerStored') : undefined}
        error={hasProblem(`value-${header.key}`) ? t('headerValueMissing') : null}
        onText={(value) => set({ value })}
      />
      <IconButton label={t('removeHeader', { number: at + 1 })} tooltip="none" icon={<X />} onClick={remove} />
    </div>
  );
};

const Headers = ({ form }: { readonly form: ServerForm }) => {
  const t = useServerTranslations();
  const { headers } = form.fields;
  const nextKey = Math.max(-1, ...headers.map(({ key }) => key)) + 1;
  return (
    <fieldset className={styles['headers']}>
      <legend className={styles['legend']}>{t('headers')}</legend>
      {headers.map((header, at) => (
        <HeaderRow key={header.key} form={form} header={header} at={at} />
      ))}
      {headers.length < MAX_HEADERS ? (
        <div>
          <Button
            size="s"
            icon={<Plus />}
            onClick={() => form.change({ headers: [...headers, { key: nextKey, name: '', value: '' }] })}
          >
            {t('addHeader')}
          </Button>
        </div>
      ) : null}
    </fieldset>
  );
};

/** Name, address and access of a server of tools. */
export const ServerFieldset = ({ form }: { readonly form: ServerForm }) => {
  const t = useServerTranslations();
  const { fields, change, hasProblem } = form;
  return (
    <>
      <TextField
        label={t('name')}
        data-autofocus
        required
        maxLength={60}
        autoComplete="off"
        value={fields.name}
        error={hasProblem('name') ? t('nameMissing') : null}
        onText={(name) => change({ name })}
      />
      <TextField
        label={t('address')}
        dir="ltr"
        inputMode="url"
        required
        maxLength={500}
        autoComplete="off"
        spellCheck={false}
        placeholder={EXAMPLE_ADDRESS}
        hint={t('addressHint')}
        value={fields.url}
        error={hasProblem('url') ? t('addressWrong') : null}
        onText={(url) => change({ url })}
      />
      <SelectField
        label={t('auth')}
        hint={t(AUTH_HINTS[fields.auth])}
        value={fields.auth}
        options={TOOL_SERVER_AUTH.map((one) => [one, t(AUTH_LABELS[one])])}
        onText={(text) => {
          const auth = TOOL_SERVER_AUTH.find((one) => one === text) ?? 'none';
          const headers =
            auth === 'headers' && fields.headers.length === 0 ? [{ key: 0, name: '', value: '' }] : fields.headers;
          change({ auth, headers });
        }}
      />
      {fields.auth === 'headers' ? <Headers form={form} /> : null}
    </>
  );
};
