import { CircleQuestionMark, Eye, RefreshCw } from 'lucide-react';
import { memo, use, useEffect } from 'react';

import type { Message } from '../../../../src/contract/common.ts';
import { modelName } from '../../../../src/shared/model-name.ts';
import type { Source, Step } from '../../../../src/shared/reply-details.ts';
import { parseFileLink } from '../../../lib/file-link.ts';
import { getTurnDetails } from '../../../lib/turn-details.ts';
import { withCitedSources } from '../../../ui/citations/with-cited-sources.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { CopiedTextContext } from '../../../ui/markdown/copied-text-context.ts';
import { CopyButton } from '../../../ui/markdown/copy-button.tsx';
import { RelatedQuestions, SourcesStrip } from './answer-extras.tsx';
import { CitedText } from './cited-text.tsx';
import { InsteadOfNote } from './instead-of.tsx';
import { waitsForPerson } from '../engine/reply-details.ts';
import type { ReplySnapshot } from '../engine/reply-store.ts';
import { ConnectionNote, SavingNote, StreamStatus } from './stream-status.tsx';
import { useTranslations, type TextKey } from '../texts.ts';
import { Timeline } from './timeline.tsx';
import { isRetriedInPlace, TurnOutcome } from './turn-outcome.tsx';
import { TurnFooter, VersionPager } from './turn-footer.tsx';
import type { TurnActions, TurnViewProps } from './turn-props.ts';
import { formatTurnTime } from './turn-time.ts';
import styles from './turn.module.css';
import { useTurnReply } from '../engine/use-reply.ts';

const Avatar = () => (
  <span aria-hidden="true" className={styles['avatar']}>
    <svg viewBox="0 0 24 24" width="15" height="15">
      <path d="M7 19V6h5.6a4.4 4.4 0 0 1 0 8.8H7" />
    </svg>
  </span>
);

const AGENTS: Readonly<Record<string, TextKey>> = {
  auto_agent: 'modeAuto',
  reasoning_agent: 'modeReasoning',
  research_agent: 'modeWebSearch',
  code_agent: 'modeCode',
};

const modeKey = ({ messageMode }: Message): TextKey =>
  messageMode?.isAgent ? (AGENTS[messageMode.agentType ?? ''] ?? 'modeAgent') : 'modeStandard';

interface HeadProps {
  readonly turn: TurnViewProps['turn'];
  readonly cached: boolean;
  /** The id of the model that answers; null while it is not known. */
  readonly model: string | null;
}

/** Memoized, because formatting a date for every streamed token is expensive. */
const Head = memo(({ turn: { message }, cached, model }: HeadProps) => {
  const t = useTranslations();
  const { short, long } = formatTurnTime(message.timestamp);
  return (
    <header className={styles['head']}>
      <Avatar />
      <span className={styles['mode']}>{t(modeKey(message))}</span>
      <time dateTime={message.timestamp} title={long}>
        {short}
      </time>
      {model === null ? null : <span className={styles['model']}>{modelName(model)}</span>}
      {cached && (
        <span className={styles['cached']} title={t('cachedWhy')}>
          {t('cached')}
        </span>
      )}
    </header>
  );
});
Head.displayName = 'Head';

const isFile = ({ url }: Source): boolean => parseFileLink(url) !== null;

const Actions = ({ turn, isLast, busy, actions }: TurnViewProps) => {
  const t = useTranslations();
  const copiedText = use(CopiedTextContext);
  const { id, content, replyId } = turn.message;
  const { sources } = getTurnDetails(turn.message, null);
  const { onRegenerate, onOpenDocument, onExplain } = actions;
  return (
    <TurnFooter pinned={isLast} pager={<VersionPager turn={turn} onSelect={actions.onSelectVersion} />}>
      {content !== '' && <CopyButton text={() => withCitedSources(copiedText(id, content), sources)} />}
      {onRegenerate && !isRetriedInPlace(turn.message, actions) && (
        <IconButton
          size="s"
          label={t('regenerate')}
          icon={<RefreshCw />}
          disabled={busy}
          onClick={() => onRegenerate(id)}
        />
      )}
      {onOpenDocument && content !== '' && (
        <IconButton
          size="s"
          label={t('openDocument')}
          icon={<Eye />}
          data-opens-document={id}
          onClick={() => onOpenDocument(id)}
        />
      )}
      {onExplain && replyId !== null && sources.some(isFile) && (
        <IconButton
          size="s"
          label={t('whyThisAnswer')}
          icon={<CircleQuestionMark />}
          onClick={() => onExplain(replyId)}
        />
      )}
    </TurnFooter>
  );
};

interface PendingFooterProps {
  readonly reply: ReplySnapshot | null;
  readonly onStop: (() => void) | undefined;
}

/** Below a streaming reply: what is being done, and the state of the connection. */
const PendingFooter = ({ reply, onStop }: PendingFooterProps) => {
  const connection = reply?.connection ?? 'open';
  const saving = reply?.finishing === 'saving';
  const stopPending = reply?.stopPending === true;
  return (
    <>
      <ConnectionNote connection={connection} stopPending={stopPending} />
      {saving && connection === 'open' ? <SavingNote /> : null}
      <div className={styles['footer']}>
        {saving || connection !== 'open' || stopPending ? null : <StreamStatus reply={reply} onStop={onStop} />}
      </div>
    </>
  );
};

const isCached = (message: Message, reply: ReplySnapshot | null): boolean =>
  message.cached === true || reply?.cached === true;

/** The wish is no answer yet: a reply that nobody began has no model. */
const answeringModel = (message: Message, reply: ReplySnapshot | null): string | null =>
  reply ? reply.model : message.replyId === null ? null : message.model;

/** Below a complete answer: its outcome, sources, actions and related questions. */
const CompletedFooter = (props: TurnViewProps) => {
  const {
    turn: { message },
    related,
    busy,
    actions,
  } = props;
  const { sources, synthesis } = getTurnDetails(message, null);
  return (
    <>
      <TurnOutcome {...props} message={message} />
      <SourcesStrip sources={sources} text={`${message.content}\n${synthesis}`} />
      <Actions {...props} />
      {actions.onAsk ? <RelatedQuestions questions={related} disabled={busy} onAsk={actions.onAsk} /> : null}
    </>
  );
};

interface MadeFilesProps extends Pick<TurnActions, 'renderFiles'> {
  readonly steps: readonly Step[];
}

/** What programs of the answer wrote. */
const MadeFiles = ({ steps, renderFiles }: MadeFilesProps) => {
  const ids = steps.flatMap(({ files = [] }) => files.map(({ id }) => id));
  return ids.length > 0 && renderFiles ? <div className={styles['made']}>{renderFiles(ids)}</div> : null;
};

const hasQuestion = ({ question }: ReplySnapshot['steps'][number]): boolean => question !== undefined;

interface QuestionsProps {
  readonly message: Message;
  readonly reply: ReplySnapshot;
  readonly actions: TurnViewProps['actions'];
}

/** What the reply asks its person. The turn stays drawn while a question is open: an answer may be half written. */
const Questions = ({ message: { id, replyId: storedReplyId }, reply, actions }: QuestionsProps) => {
  const { renderQuestions: render, onEditing } = actions;
  const waits = waitsForPerson(reply);
  useEffect(() => {
    if (!waits) return;
    onEditing?.(id, true);
    return () => onEditing?.(id, false);
  }, [waits, id, onEditing]);
  const replyId = reply.replyId ?? storedReplyId;
  if (!render || replyId === null) return null;
  const steps = reply.steps.filter(hasQuestion);
  return steps.length === 0 ? null : render({ replyId, steps });
};

/** A reply, while it streams and afterwards. The text is the same element in both states. */
export const AssistantTurn = memo((props: TurnViewProps) => {
  const { turn, live } = props;
  const { message } = turn;
  const { reply, followUps } = useTurnReply(message, live);
  const writing = reply !== null || message.status === 'streaming';
  const text = reply ? reply.shown : message.content;
  const { steps, thinking, insteadOf } = reply ?? getTurnDetails(message, null);
  const model = answeringModel(message, reply);
  const { onOpenDocument, onStopReply, renderCode, renderFiles, renderTool } = props.actions;
  const onStop = onStopReply && ((): void => onStopReply(message.id));
  return (
    <article
      tabIndex={-1}
      className={styles['assistant']}
      aria-label="Parley"
      aria-busy={writing || undefined}
      data-testid="message-assistant"
    >
      <Head turn={turn} cached={isCached(message, reply)} model={model} />
      <InsteadOfNote of={insteadOf} model={model} />
      <Timeline steps={steps} thinking={thinking} working={writing && text === ''} renderTool={renderTool} />
      {text !== '' && (
        <CitedText
          message={message}
          reply={reply}
          writing={writing}
          followUps={followUps}
          onSkipSummary={onStop}
          onOpenDocument={onOpenDocument}
          renderCode={renderCode}
        />
      )}
      <MadeFiles steps={steps} renderFiles={renderFiles} />
      {reply ? <Questions message={message} reply={reply} actions={props.actions} /> : null}
      {writing ? <PendingFooter reply={reply} onStop={onStop} /> : <CompletedFooter {...props} />}
    </article>
  );
});
AssistantTurn.displayName = 'AssistantTurn';
