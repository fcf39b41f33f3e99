import '../ui/styles/tokens.css';
import '../ui/styles/base.css';

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { SharedPage } from '../screens/shared/shared-page.tsx';
import { applyLanguageChoice } from '../lib/i18n/language-choice.ts';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no place to stand.');

void applyLanguageChoice().then(() =>
  createRoot(root).render(
    <StrictMode>
      <SharedPage token={/^\/share\/([^/]*)/.exec(window.location.pathname)?.[1] ?? ''} />
    </StrictMode>,
  ),
);
