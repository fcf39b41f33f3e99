import { Copy, Download } from 'lucide-react';
import { useState } from 'react';

import { downloadText } from '../../lib/download.ts';
import { Button } from '../../ui/button.tsx';
import { Loaded } from '../../ui/display/load-state.tsx';
import { SettingRow, SettingSection } from '../../ui/forms/setting-row.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { contentOf } from '../../ui/prompts/prompt-content.ts';
import { PromptLibrary } from '../../ui/prompts/prompt-library.tsx';
import { PromptRows } from '../../ui/prompts/prompt-rows.tsx';
import styles from '../../ui/prompts/prompts.module.css';
import { useTranslations } from '../../ui/prompts/texts.ts';
import { promptsApi, type Prompts, type SavedPrompt } from './prompts-api.ts';
import { usePromptCalls } from './use-prompt-calls.ts';

const FILE_NAME = 'parley-prompts.json';

/** As the export of an account has them, so the same import reads the file. */
const exportPrompts = (prompts: readonly SavedPrompt[]): void => {
  const file = { product: 'Parley', format: 1, prompts: prompts.map(contentOf) };
  downloadText(FILE_NAME, 'application/json', `${JSON.stringify(file, null, 2)}\n`);
};

const Content = ({ prompts, published }: Prompts) => {
  const t = useTranslations();
  const calls = usePromptCalls();
  const [copied, setCopied] = useState<SavedPrompt | null>(null);
  return (
    <>
      <p className={styles['none']}>{t('about')}</p>
      <SettingSection title={t('ownPrompts')}>
        <PromptLibrary
          label={t('ownPrompts')}
          prompts={prompts}
          calls={calls}
          none={t('noneYet')}
          add={t('add')}
          copied={copied}
          onCopied={() => setCopied(null)}
        />
      </SettingSection>
      {published.length > 0 ? (
        <SettingSection title={t('published')}>
          <PromptRows
            label={t('published')}
            prompts={published}
            actions={(prompt) => (
              <IconButton
                size="s"
                tooltip="top"
                label={t('copyOf', { title: prompt.title })}
                icon={<Copy />}
                onClick={() => setCopied(prompt)}
              />
            )}
          />
        </SettingSection>
      ) : null}
      <SettingSection title={t('exportTitle')}>
        <SettingRow label={t('export')} note={t('exportNote')}>
          <Button size="s" icon={<Download />} disabled={prompts.length === 0} onClick={() => exportPrompts(prompts)}>
            {t('exportFile')}
          </Button>
        </SettingRow>
      </SettingSection>
    </>
  );
};

/** The saved prompts in the settings: one's own, and those that admins publish. */
export const PromptsSetting = () => {
  const t = useTranslations();
  const query = promptsApi.usePromptsQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <Loaded query={query} lines={5} loading={t('loading')} failed={t('loadFailed')}>
      {(prompts) => <Content {...prompts} />}
    </Loaded>
  );
};
