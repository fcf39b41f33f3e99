import type { ReactNode } from 'react';

import type { SavedPrompt } from '../../../src/contract/prompts.ts';
import styles from './prompts.module.css';

interface PromptRowsProps {
  readonly label: string;
  readonly prompts: readonly SavedPrompt[];
  readonly actions: (prompt: SavedPrompt) => ReactNode;
}

/** Prompts, one below the other, each with what can be done with it. */
export const PromptRows = ({ label, prompts, actions }: PromptRowsProps) => (
  <ul className={styles['prompts']} aria-label={label}>
    {prompts.map((prompt) => (
      <li key={prompt.id} className={styles['prompt']}>
        <div className={styles['words']}>
          <bdi className={styles['name']}>{prompt.title}</bdi>
          <bdi className={styles['command']}>/{prompt.command}</bdi>
          <span dir="auto" className={styles['about']}>
            {prompt.description === '' ? prompt.text : prompt.description}
          </span>
        </div>
        <div className={styles['actions']}>{actions(prompt)}</div>
      </li>
    ))}
  </ul>
);
