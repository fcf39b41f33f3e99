import type { ReactNode } from 'react';

import { useFileFailure } from './file-failure-text.ts';
import { useRefusal } from './refusal-text.ts';
import { useServiceText } from './service-failure-text.ts';

export interface ServerTextProps {
  readonly text: string;
  /** Of the text in the reader's language; absent: the text alone. */
  readonly children?: ((told: string) => ReactNode) | undefined;
}

/**
 * What the server wrote of files, services and refusals, in the reader's language. Unknown texts stay as they are.
 * Everything is in one part of the page, which is fetched when the server wrote something.
 */
const ServerText = ({ text, children = (told) => told }: ServerTextProps) => {
  const [fileFailure, refusal, serviceText] = [useFileFailure(), useRefusal(), useServiceText()];
  return children(fileFailure(text) ?? refusal(text) ?? serviceText(text) ?? text);
};

export default ServerText;
