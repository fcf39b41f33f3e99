import type { PromptCalls } from '../../../ui/prompts/prompt-calls.ts';
import { PromptLibrary } from '../../../ui/prompts/prompt-library.tsx';
import { PromptRows } from '../../../ui/prompts/prompt-rows.tsx';
import { useTranslations } from '../../../ui/prompts/texts.ts';
import { Card } from '../../../ui/display/card.tsx';
import { Loaded } from '../../../ui/display/load-state.tsx';
import { useIsAdmin } from '../shared/use-is-admin.ts';
import { publishedPromptsApi } from './published-prompts-api.ts';

const useCalls = (): PromptCalls => {
  const [save] = publishedPromptsApi.useSavePublishedPromptMutation();
  const [remove] = publishedPromptsApi.useWithdrawPromptMutation();
  return { save: (content, before) => save({ content, before }), remove };
};

/** The prompts for everybody. Auditors read them. */
export const PromptsCard = () => {
  const t = useTranslations();
  const isAdmin = useIsAdmin();
  const calls = useCalls();
  const query = publishedPromptsApi.usePublishedPromptsQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <Card title={t('prompts')} note={t('publishedNote')}>
      <Loaded query={query} lines={4} loading={t('loading')} failed={t('loadFailed')}>
        {({ prompts }) =>
          isAdmin ? (
            <PromptLibrary
              label={t('prompts')}
              prompts={prompts}
              calls={calls}
              none={t('nonePublished')}
              add={t('publish')}
            />
          ) : (
            <PromptRows label={t('prompts')} prompts={prompts} actions={() => null} />
          )
        }
      </Loaded>
    </Card>
  );
};
