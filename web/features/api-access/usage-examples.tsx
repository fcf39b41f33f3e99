import { CopyLine } from '../../ui/markdown/copy-line.tsx';
import styles from './api-access.module.css';
import type { ApiKeyState } from './api-key-api.ts';
import { useTranslations } from './texts.ts';

const buildExample = (baseUrl: string, model: string): string =>
  `client = openai.OpenAI(base_url="${baseUrl}", api_key="YOUR_KEY")\n` +
  `client.chat.completions.create(model="${model}", messages=[{"role": "user", "content": "Hello"}])`;

/** The form that most clients of the Model Context Protocol take. */
const buildMcpExample = (url: string): string => {
  const parley = { type: 'http', url, headers: { Authorization: 'Bearer YOUR_KEY' } };
  return JSON.stringify({ mcpServers: { parley } }, null, 2);
};

interface UsageExampleProps {
  readonly intro: string;
  readonly address: string;
  readonly copyAddress: string;
  readonly example: string;
  readonly exampleLabel: string;
  readonly copyExample: string;
}

const UsageExample = ({ intro, address, copyAddress, example, exampleLabel, copyExample }: UsageExampleProps) => (
  <div className={styles['how']}>
    <p>{intro}</p>
    <CopyLine text={address} label={copyAddress}>
      <code dir="ltr">{address}</code>
    </CopyLine>
    <CopyLine text={example} label={copyExample}>
      <pre dir="ltr" tabIndex={0} aria-label={exampleLabel}>
        {example}
      </pre>
    </CopyLine>
  </div>
);

interface UsageExamplesProps {
  readonly state: ApiKeyState;
  /** A model for the example. */
  readonly model: string;
}

/** How programs use a key: OpenAI's clients, and those of the Model Context Protocol. */
export const UsageExamples = ({ state: { baseUrl, mcpUrl }, model }: UsageExamplesProps) => {
  const t = useTranslations();
  return (
    <>
      <UsageExample
        intro={t('worksWith')}
        address={baseUrl}
        copyAddress={t('copyBase')}
        example={buildExample(baseUrl, model)}
        exampleLabel={t('example')}
        copyExample={t('copyExample')}
      />
      <UsageExample
        intro={t('worksWithTools')}
        address={mcpUrl}
        copyAddress={t('copyMcpAddress')}
        example={buildMcpExample(mcpUrl)}
        exampleLabel={t('mcpExample')}
        copyExample={t('copyMcpExample')}
      />
    </>
  );
};
