import { SPECIFIC_AGENT_TYPES } from '../../../../src/shared/agent-types.ts';
import { TOOL_NAMES } from '../../../../src/shared/group-rights.ts';
import { TIERS } from '../../../../src/shared/tiers.ts';
import { Field } from '../../../ui/forms/field.tsx';
import { SelectField, TextArea, TextField } from '../../../ui/forms/text-input.tsx';
import { useAvailableModels } from '../models/use-available-models.ts';
import { useTierName } from '../shared/labels.ts';
import { LimitField } from '../shared/number-field.tsx';
import { ChoiceList } from './choice-list.tsx';
import type { Groups, Terms } from './groups-api.ts';
import { useGroupsTranslations } from './groups-texts.ts';
import { TOOL_LABELS } from './tool-labels.ts';
import styles from './groups.module.css';

export interface FieldsProps {
  readonly terms: Terms;
  readonly onTerms: (part: Partial<Terms>) => void;
}

const LIMITS = [
  ['dailyMessages', 'messagesDaily'],
  ['moonshotDaily', 'kimiDaily'],
  ['agentRequests', 'agentsDaily'],
] as const;

/** Name, plan and limits. */
export const BasicFields = ({ terms, onTerms }: FieldsProps) => {
  const t = useGroupsTranslations();
  const tierName = useTierName();
  return (
    <>
      <TextField
        label={t('name')}
        required
        maxLength={80}
        autoComplete="off"
        data-autofocus
        value={terms.name}
        onText={(name) => onTerms({ name })}
      />
      <TextField
        label={t('description')}
        maxLength={500}
        autoComplete="off"
        value={terms.description}
        onText={(description) => onTerms({ description })}
      />
      <SelectField
        label={t('plan')}
        hint={t('planHint')}
        value={terms.tier ?? ''}
        onText={(text) => onTerms({ tier: TIERS.find((tier) => tier === text) ?? null })}
        options={[
          ['', t('ownPlan')],
          ...TIERS.filter((tier) => tier !== 'free').map((tier) => [tier, tierName(tier)] as const),
        ]}
      />
      <div className={styles['limits']}>
        {LIMITS.map(([name, label]) => (
          <LimitField
            key={name}
            label={t(label)}
            placeholder={t('asPlan')}
            value={terms.limits[name]}
            onValue={(value) => onTerms({ limits: { ...terms.limits, [name]: value } })}
            onEmpty={() => onTerms({ limits: { ...terms.limits, [name]: null } })}
          />
        ))}
      </div>
      <p className={styles['note']}>{t('limitsHint')}</p>
    </>
  );
};

/** Models, agents and tools. */
export const ListFields = ({ terms, onTerms }: FieldsProps) => {
  const t = useGroupsTranslations();
  const models = useAvailableModels();
  return (
    <div>
      <ChoiceList
        label={t('onlyModels')}
        note={t('onlyModelsHint')}
        choices={models.map(({ id, displayName }) => ({ id, name: displayName || id }))}
        value={terms.models}
        onValue={(value) => onTerms({ models: value && [...value] })}
      />
      <ChoiceList
        label={t('onlyAgents')}
        note={t('onlyAgentsHint')}
        choices={SPECIFIC_AGENT_TYPES.map((id) => ({ id, name: t(id) }))}
        value={terms.agents}
        onValue={(value) => onTerms({ agents: value && [...value] })}
      />
      <ChoiceList
        label={t('onlyTools')}
        note={t('onlyToolsHint')}
        choices={TOOL_NAMES.map((id) => ({ id, name: t(TOOL_LABELS[id]) }))}
        value={terms.tools}
        onValue={(value) => onTerms({ tools: value && [...value] })}
      />
    </div>
  );
};

const toValues = (text: string): string[] => [...new Set(text.split('\n').map((line) => line.trim()))].filter(Boolean);

export type ClaimTexts = Readonly<Record<string, string>>;

/** The values of each provider, one a line. */
export const toClaimTexts = ({ claims }: Pick<Terms, 'claims'>): ClaimTexts => {
  const texts: Record<string, string> = {};
  for (const { provider, value } of claims)
    texts[provider] = texts[provider] === undefined ? value : `${texts[provider]}\n${value}`;
  return texts;
};

export const toClaims = (texts: ClaimTexts): Terms['claims'] =>
  Object.entries(texts).flatMap(([provider, text]) => toValues(text).map((value) => ({ provider, value })));

interface ClaimFieldsProps {
  readonly providers: readonly Groups['providers'][number][];
  readonly texts: ClaimTexts;
  readonly onTexts: (texts: ClaimTexts) => void;
}

/** Whom sign-in providers make members. */
export const ClaimFields = ({ providers, texts, onTexts }: ClaimFieldsProps) => {
  const t = useGroupsTranslations();
  const known = [...providers, ...Object.keys(texts).map((id) => ({ id, label: id }))];
  const shown = known.filter(({ id }, at) => known.findIndex((other) => other.id === id) === at);
  if (shown.length === 0) return <p className={styles['note']}>{t('noClaims')}</p>;
  return shown.map(({ id, label }) => (
    <Field key={id} label={t('claimsOf', { label })} hint={t('claimsHint')}>
      {(control) => (
        <TextArea
          {...control}
          rows={2}
          dir="ltr"
          spellCheck={false}
          value={texts[id] ?? ''}
          onText={(text) => onTexts({ ...texts, [id]: text })}
        />
      )}
    </Field>
  ));
};
