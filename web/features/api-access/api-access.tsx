import { KeyRound, Lock } from 'lucide-react';

import { dayText } from '../../lib/when.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/markdown/copy-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SettingRow, SettingSection } from '../../ui/setting-row.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './api-access.module.css';
import { apiKeyApi, type ApiKey } from './api-key-api.ts';
import { useKeyActions } from './use-key-actions.ts';

interface ApiAccessProps {
  /** A model for the example. */
  readonly model: string;
  /** Shows the plans; null where there is nothing to buy. */
  readonly onPlans: (() => void) | null;
}

type KeyActions = ReturnType<typeof useKeyActions>;

const Locked = ({ onPlans }: Pick<ApiAccessProps, 'onPlans'>) => (
  <SettingRow label={<span className={styles['locked']}><Lock aria-hidden="true" />API key</span>} note="Part of the Premium plan.">
    {onPlans ? <Button size="s" onClick={onPlans}>See plans</Button> : null}
  </SettingRow>
);

const NewSecret = ({ secret, onHide }: { readonly secret: string; readonly onHide: () => void }) => (
  <div role="status" className={styles['secret']}>
    <p><strong>Copy your key now.</strong> It is not shown again, and whoever has it can ask in your name.</p>
    <div className={styles['value']}><code>{secret}</code><CopyButton text={secret} label="Copy key" /></div>
    <Button size="s" onClick={onHide}>I have copied it</Button>
  </div>
);

const usedText = ({ createdAt, lastUsedAt }: ApiKey): string =>
  `Made on ${dayText(createdAt) ?? 'an unknown day'}. ${lastUsedAt ? `Last used on ${dayText(lastUsedAt) ?? 'an unknown day'}.` : 'Not used yet.'}`;

const KeyRow = ({ apiKey, actions }: { readonly apiKey: ApiKey | null; readonly actions: KeyActions }) => {
  if (!apiKey) {
    return (
      <SettingRow label="API key" note="For your own programs. What they ask counts towards your plan.">
        <Button size="s" icon={<KeyRound />} busy={actions.busy} onClick={actions.make}>Create key</Button>
      </SettingRow>
    );
  }
  return (
    <SettingRow label={<code>{apiKey.hint}</code>} note={usedText(apiKey)}>
      <div className={styles['buttons']}>
        <Button size="s" onClick={() => actions.ask('replace')}>Replace</Button>
        <Button size="s" variant="quiet" onClick={() => actions.ask('delete')}>Delete</Button>
      </div>
    </SettingRow>
  );
};

const exampleOf = (baseUrl: string, model: string): string =>
  `client = openai.OpenAI(base_url="${baseUrl}", api_key="YOUR_KEY")\n`
  + `client.chat.completions.create(model="${model}", messages=[{"role": "user", "content": "Hello"}])`;

const HowTo = ({ baseUrl, model }: { readonly baseUrl: string; readonly model: string }) => (
  <div className={styles['how']}>
    <p>Works with every OpenAI client:</p>
    <div className={styles['value']}><code>{baseUrl}</code><CopyButton text={baseUrl} label="Copy base URL" /></div>
    <div className={styles['value']}><pre tabIndex={0} aria-label="Example">{exampleOf(baseUrl, model)}</pre><CopyButton text={exampleOf(baseUrl, model)} label="Copy example" /></div>
  </div>
);

const Questions = ({ actions: { asking, ask, busy, make, end } }: { readonly actions: KeyActions }) => {
  if (asking === null) return null;
  const replacing = asking === 'replace';
  return (
    <AlertDialog title={replacing ? 'Replace your API key?' : 'Delete your API key?'} action={replacing ? 'Replace key' : 'Delete key'} busy={busy}
      text="Programs that use the present key stop working at once. This cannot be undone."
      onConfirm={replacing ? make : end} onCancel={() => ask(null)} />
  );
};

const Body = ({ model, onPlans }: ApiAccessProps) => {
  const { data, isError, isFetching, refetch } = apiKeyApi.useApiKeyQuery();
  const actions = useKeyActions();
  if (!data) {
    if (!isError) return <Skeleton lines={2} label="Loading API access" />;
    return (
      <Notice tone="danger" action={<Button size="s" busy={isFetching} onClick={() => void refetch()}>Try again</Button>}>
        API access could not be loaded.
      </Notice>
    );
  }
  if (!data.eligible) return <Locked onPlans={onPlans} />;
  return (
    <>
      {actions.failure ? <Notice tone="danger">{actions.failure}</Notice> : null}
      {actions.secret ? <NewSecret secret={actions.secret} onHide={actions.hide} /> : null}
      <KeyRow apiKey={data.key} actions={actions} />
      <HowTo baseUrl={data.baseUrl} model={model} />
      <Questions actions={actions} />
    </>
  );
};

/** The personal API key in the settings: for Premium to make, replace and delete, for everybody else to know of. */
export const ApiAccess = (props: ApiAccessProps) => <SettingSection title="API access"><Body {...props} /></SettingSection>;
