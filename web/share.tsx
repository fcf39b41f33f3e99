import './ui/tokens.css';
import './ui/base.css';

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { SharedPage } from './app/shared-page.tsx';
import { speakAsChosen } from './lib/i18n/choice.ts';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no place to stand.');

void speakAsChosen().then(() =>
  createRoot(root).render(
    <StrictMode>
      <SharedPage token={/^\/share\/([^/]*)/.exec(window.location.pathname)?.[1] ?? ''} />
    </StrictMode>,
  ),
);
