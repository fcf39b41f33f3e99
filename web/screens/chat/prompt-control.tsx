import { lazy, Suspense, useState, type ComponentType } from 'react';

import { ErrorBoundary } from '../../app/error-boundary.tsx';
import { openDialog } from '../../app/router/navigation.ts';
import type { PickerProps } from '../../features/prompts/prompt-picker.tsx';

const Nothing = () => null;

/** Where its file does not come, there are no prompts, and nothing else is lost. */
const PromptPicker = lazy((): Promise<{ readonly default: ComponentType<PickerProps> }> =>
  import('../../features/prompts/prompt-picker.tsx').then(
    ({ PromptPicker: component }) => ({ default: component }),
    () => ({ default: Nothing }),
  ),
);

const manage = (): void => openDialog({ at: 'settings', section: 'prompts' });

/**
 * The saved prompts for the box that stands before it: fetched when a text begins with a slash. Without them such a
 * text is a message like others.
 */
export const PromptControl = ({ draft }: { readonly draft: string }) => {
  const [box, setBox] = useState<HTMLTextAreaElement | null>(null);
  return (
    <>
      <span
        hidden
        ref={(mark) => {
          if (mark) setBox(mark.previousElementSibling?.querySelector('textarea') ?? null);
        }}
      />
      {box && draft.startsWith('/') ? (
        <ErrorBoundary>
          <Suspense>
            <PromptPicker box={box} draft={draft} onManage={manage} />
          </Suspense>
        </ErrorBoundary>
      ) : null}
    </>
  );
};
