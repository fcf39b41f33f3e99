import { Brain, CodeXml, FileSearch, Globe, MessageSquare, Sparkles } from 'lucide-react';
import type { ReactNode } from 'react';

import type { ModeId } from './modes.ts';

export const MODE_ICONS: Readonly<Record<ModeId, ReactNode>> = {
  auto: <Sparkles />,
  standard: <MessageSquare />,
  search: <FileSearch />,
  reasoning: <Brain />,
  web: <Globe />,
  code: <CodeXml />,
};
