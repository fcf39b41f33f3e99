import { createContext, type ReactNode } from 'react';

export interface ShownCode {
  readonly code: string;
  readonly language: string;
  /** False while more of it may come. */
  readonly finished: boolean;
}

/** Draws a block of code as something else, or as the plain block that it is given. Must be stable. */
type RenderCode = (shown: ShownCode, plain: ReactNode) => ReactNode;

export const CodeCardContext = createContext<RenderCode | null>(null);
