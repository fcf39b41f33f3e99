import { Printer } from 'lucide-react';
import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';

import type { SharedConversation } from '../../../src/contract/shares.ts';
import { type ArtifactAnswers, type OpenedArtifact, toSources } from '../../features/artifacts/artifact-answers.ts';
import { AssistantTurn } from '../../features/chat/messages/assistant-turn.tsx';
import { UnfoldedContext, useUnfolded } from '../../features/chat/messages/unfolded.ts';
import { UserTurn } from '../../features/chat/messages/user-turn.tsx';
import type { Translator } from '../../lib/i18n/translations.ts';
import { formatDay } from '../../lib/format-date.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { preloadMarkdown } from '../../ui/markdown/markdown.tsx';
import type { ShownCode } from '../../ui/markdown/code-card-context.ts';
import { Notice } from '../../ui/display/notice.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { PrintSheet } from '../print/print-sheet.tsx';
import { LazyArtifactCard } from '../chat/lazy-artifact-card.tsx';
import { Answers } from '../chat/read-answers.tsx';
import { SharedArtifact } from './shared-artifact.tsx';
import { useDocumentFocusReturn } from '../chat/use-document-focus-return.ts';
import { SharedDocument } from './shared-document.tsx';
import { SharedFooter } from './shared-footer.tsx';
import styles from './shared-page.module.css';
import { useTranslations } from './texts.ts';
import { toMessage, toTurn } from './shared-turns.ts';
import { OperatorBar } from '../../app/shell/operator-bar.tsx';
import { useOperatorTheme, useSharedConversation } from './use-shared-conversation.ts';

const NO_QUESTIONS: readonly never[] = [];

const sharedByLine = ({ name, createdAt }: SharedConversation, t: Translator<'sharedOn' | 'sharedBy'>): string => {
  const day = formatDay(createdAt) ?? 'unknown';
  return name === null ? t('sharedOn', { day }) : t('sharedBy', { day, name });
};

const SharedTopBar = ({ onPrint }: { readonly onPrint: (() => void) | null }) => {
  const t = useTranslations();
  return (
    <header className={styles['bar']}>
      <a href="/" className={styles['wordmark']}>
        Parley
      </a>
      <span className={styles['tools']}>
        {onPrint ? <IconButton label={t('printOrSave')} tooltip="left" icon={<Printer />} onClick={onPrint} /> : null}
        <a href="/" className={styles['start']}>
          {t('startChat')}
        </a>
      </span>
    </header>
  );
};

const SharedConversationView = ({
  shared,
  onOpen,
  onOpenArtifact,
}: {
  readonly shared: SharedConversation;
  readonly onOpen: (at: number) => void;
  readonly onOpenArtifact: (opened: OpenedArtifact) => void;
}) => {
  const t = useTranslations();
  const renderCode = useCallback(
    (messageId: string, shown: ShownCode, plain: ReactNode) => (
      <LazyArtifactCard messageId={messageId} shown={shown} plain={plain} onOpen={onOpenArtifact} />
    ),
    [onOpenArtifact],
  );
  return (
    <main className={styles['talk']}>
      <header className={styles['head']}>
        <h1 dir="auto">{shared.title}</h1>
        <p>{sharedByLine(shared, t)}</p>
      </header>
      {shared.turns.map((turn, at) => {
        const props = {
          turn: toTurn(turn),
          live: null,
          note: undefined,
          related: NO_QUESTIONS,
          isLast: false,
          busy: false,
          actions: { onOpenDocument: () => onOpen(at), renderCode },
        };
        if (turn.role === 'assistant') return <AssistantTurn key={turn.id} {...props} />;
        return (
          <div key={turn.id} className={styles['question']}>
            <UserTurn {...props} actions={{}} />
            {turn.files === 0 ? null : <p className={styles['files']}>{t('filesNotShared', { count: turn.files })}</p>}
          </div>
        );
      })}
      <p className={styles['fine']}>{t('fine')}</p>
    </main>
  );
};

/** The answer that is read as a document: the one that was shared alone, or one that was opened. */
const useOpenTurn = ({ kind, turns }: SharedConversation) => {
  const first = kind === 'reply' ? turns.findIndex(({ role }) => role === 'assistant') : -1;
  const [open, setOpen] = useState<number | null>(first < 0 ? null : first);
  const turn = open === null ? undefined : turns[open];
  useDocumentFocusReturn(turn?.id ?? null);
  return { open, turn, setOpen };
};

const SharedContent = ({ shared }: { readonly shared: SharedConversation }) => {
  const { open, turn, setOpen } = useOpenTurn(shared);
  const [printing, setPrinting] = useState(false);
  const [artifact, setArtifact] = useState<OpenedArtifact | null>(null);
  const unfolded = useUnfolded();
  useEffect(preloadMarkdown, []);
  useEffect(() => {
    document.title = `${shared.title} · Parley`;
  }, [shared.title]);
  const artifacts = useMemo((): ArtifactAnswers => ({ answers: toSources(shared.turns), growingId: null }), [shared]);
  return (
    <>
      <SharedTopBar onPrint={turn ? null : () => setPrinting(true)} />
      <div className={styles['split']}>
        {turn && open !== null ? (
          <SharedDocument
            shared={shared}
            at={open}
            artifacts={artifacts}
            onOpenArtifact={setArtifact}
            onBack={shared.kind === 'reply' ? undefined : () => setOpen(null)}
          />
        ) : (
          <div className={styles['scroller']}>
            <UnfoldedContext value={unfolded}>
              <Answers artifacts={artifacts}>
                <SharedConversationView shared={shared} onOpen={setOpen} onOpenArtifact={setArtifact} />
              </Answers>
            </UnfoldedContext>
          </div>
        )}
        {artifact ? (
          <SharedArtifact opened={artifact} answers={artifacts.answers} onClose={() => setArtifact(null)} />
        ) : null}
      </div>
      {printing ? (
        <PrintSheet
          title={shared.title}
          time={shared.createdAt}
          by={shared.name}
          turns={shared.turns.map(toMessage)}
          onDone={() => setPrinting(false)}
        />
      ) : null}
    </>
  );
};

const MISSING_TEXTS = {
  unknown: ['nowhere', 'nowhereText'],
  'taken-down': ['takenDown', 'takenDownText'],
} as const;

const Missing = ({ phase }: { readonly phase: keyof typeof MISSING_TEXTS }) => {
  const t = useTranslations();
  const [title, text] = MISSING_TEXTS[phase];
  return (
    <main className={styles['middle']}>
      <h1>{t(title)}</h1>
      <p>{t(text)}</p>
    </main>
  );
};

const Failed = ({ onRetry }: { readonly onRetry: () => void }) => {
  const t = useTranslations();
  return (
    <main className={styles['middle']}>
      <Notice
        tone="danger"
        action={
          <Button size="s" onClick={onRetry}>
            {t('tryAgain')}
          </Button>
        }
      >
        {t('failed')}
      </Notice>
    </main>
  );
};

/** A conversation that somebody shared, for anybody to read. It needs no account and has no composer. */
export const SharedPage = ({ token }: { readonly token: string }) => {
  const t = useTranslations();
  const { state, retry } = useSharedConversation(token);
  const { sandbox, legal } = useOperatorTheme();
  return (
    <div className={styles['page']}>
      {sandbox ? <OperatorBar tone="warning">{t('sandboxBar')}</OperatorBar> : null}
      {state.phase === 'there' ? (
        <SharedContent shared={state.shared} />
      ) : (
        <>
          <SharedTopBar onPrint={null} />
          {state.phase === 'loading' ? (
            <main className={styles['middle']}>
              <Skeleton lines={7} label={t('loadingConversation')} />
            </main>
          ) : null}
          {state.phase === 'unknown' || state.phase === 'taken-down' ? <Missing phase={state.phase} /> : null}
          {state.phase === 'failed' ? <Failed onRetry={retry} /> : null}
        </>
      )}
      <SharedFooter token={state.phase === 'there' ? token : null} legal={legal ?? null} />
    </div>
  );
};
