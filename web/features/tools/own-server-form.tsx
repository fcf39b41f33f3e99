import { useRef, type FormEvent } from 'react';
import { flushSync } from 'react-dom';

import { MAX_TOOL_SERVERS } from '../../../src/shared/tools.ts';
import { getErrorMessage, isApiFailure } from '../../lib/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/display/notice.tsx';
import { FormActions, SettingForm } from '../../ui/forms/setting-form.tsx';
import { problemText } from '../../ui/tool-servers/problem-text.ts';
import { ServerFieldset } from '../../ui/tool-servers/server-fields.tsx';
import { useServerTranslations } from '../../ui/tool-servers/texts.ts';
import { useServerFields } from '../../ui/tool-servers/use-server-fields.ts';
import { useTranslations } from './texts.ts';
import { toolCallsApi } from './tool-calls-api.ts';
import type { ToolServer } from './tools-api.ts';

/** What the test said that follows a save. */
export const SavedNotice = ({ server: { name, state, problem, tools } }: { readonly server: ToolServer }) => {
  const t = useTranslations();
  const serverText = useServerTranslations();
  if (state === 'ready') return <Notice tone="positive">{t('works', { server: name, count: tools.length })}</Notice>;
  if (state === 'sign-in') return <Notice>{t('worksAfterSignIn', { server: name })}</Notice>;
  const why = problem ? problemText(problem, serverText) : '';
  return <Notice tone="warning">{t('savedUnreachable', { server: name, problem: why })}</Notice>;
};

interface OwnServerFormProps {
  /** Null: a new one. */
  readonly server: ToolServer | null;
  /** Null: it was left. */
  readonly onDone: (saved: ToolServer | null) => void;
}

/** Adds or changes a server of one's own. Saving tests it. */
export const OwnServerForm = ({ server, onDone }: OwnServerFormProps) => {
  const t = useTranslations();
  const form = useServerFields(server);
  const box = useRef<HTMLDivElement>(null);
  const [save, { isLoading, error }] = toolCallsApi.useSaveToolServerMutation();
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const body = flushSync(() => form.submit());
    if (!body) {
      box.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
      return;
    }
    const { data } = await save({ id: server?.id, body });
    if (data) onDone(data.server);
  };
  const isFull = isApiFailure(error) && error.code === 'TOO_MANY_SERVERS';
  return (
    <div ref={box} role="group" aria-label={server ? t('changeOf', { server: server.name }) : t('newServer')}>
      <SettingForm onSubmit={(event) => void submit(event)}>
        <ServerFieldset form={form} />
        {error ? (
          <Notice tone="danger">
            {isFull ? t('tooMany', { count: MAX_TOOL_SERVERS }) : getErrorMessage(error, t('notSaved'))}
          </Notice>
        ) : null}
        <FormActions>
          <Button size="s" onClick={() => onDone(null)}>
            {t('cancel')}
          </Button>
          <Button type="submit" size="s" variant="primary" busy={isLoading}>
            {t(isLoading ? 'testing' : 'saveAndTest')}
          </Button>
        </FormActions>
      </SettingForm>
    </div>
  );
};
