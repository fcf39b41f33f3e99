import { ArrowUp, Square } from 'lucide-react';
import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';

import { useBrowserEnv } from '../../../lib/browser-env.ts';
import { useMediaQuery } from '../../../lib/hooks/use-media-query.ts';
import { isComposing } from '../../../lib/is-composing.ts';
import { TOUCH_QUERY } from '../../../lib/media.ts';
import { cx } from '../../../ui/cx.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import styles from './composer.module.css';
import { useTranslations } from '../asking-texts.ts';
import { parseDraft, toMessageText } from './draft-parts.ts';
import { useAutoResize } from './use-auto-resize.ts';
import { useDraftParts } from './use-draft-parts.tsx';

export interface ComposerProps {
  /** The draft; then `onChange` is required. Without it the composer has its own state. */
  readonly value?: string | undefined;
  readonly onChange?: ((text: string) => void) | undefined;
  /** False, or a promise of it, leaves the text in the input. Called while a reply is written too. */
  readonly onSend: (text: string) => boolean | void | Promise<boolean | void>;
  readonly onStop?: (() => void) | undefined;
  readonly isStreaming?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  readonly disabledReason?: string | undefined;
  readonly autoFocus?: boolean | undefined;
  /** Stands left in the row under the text. */
  readonly leftSlot?: ReactNode;
  /** The attached files, above the text. */
  readonly files?: ReactNode;
  /** There are files to send, so the text may be blank. */
  readonly hasFiles?: boolean | undefined;
  /** The message waits for something before it goes out; what for, and the way to stop waiting. */
  readonly pending?: { readonly text: string; readonly onCancel: () => void } | null | undefined;
  /** Stands under the surface. */
  readonly footer?: ReactNode;
}

const MAX_HEIGHT_PX = 120;

const useDraft = (value: string | undefined, onChange: ((text: string) => void) | undefined) => {
  const [own, setOwn] = useState('');
  const text = value ?? own;
  const setText = (next: string): void => {
    if (value === undefined) setOwn(next);
    onChange?.(next);
  };
  return { text, setText };
};

interface SubmitInput {
  /** With what was pasted. */
  readonly text: string;
  readonly box: RefObject<HTMLTextAreaElement | null>;
  readonly allowed: boolean;
  readonly onSend: ComposerProps['onSend'];
  readonly setText: (text: string) => void;
}

/** Sends once at a time and empties the box only of what really went out. */
const useSubmit = ({ text, box, allowed, onSend, setText }: SubmitInput) => {
  const sending = useRef(false);
  return async (): Promise<void> => {
    if (!allowed || sending.current) return;
    sending.current = true;
    try {
      const sent = await onSend(toMessageText(text));
      // What was typed while the send was under way stays.
      const { typed } = parseDraft(text);
      const now = box.current?.value ?? '';
      if (sent !== false && text !== '' && now.startsWith(typed)) setText(now.slice(typed.length));
    } catch {
      // Not sent: the text stays, and the caller shows the error.
    } finally {
      sending.current = false;
      box.current?.focus({ preventScroll: true });
    }
  };
};

type Box = RefObject<HTMLTextAreaElement | null>;

/** The second click of a double click on Send falls on Stop. */
const STOP_DELAY_MS = 600;

/** Calls after the delay only: what is clicked sooner was meant for the button that stood here before. */
const useDelayedStop = (onStop: ComposerProps['onStop']): (() => void) => {
  const { now } = useBrowserEnv();
  const [shownAt] = useState(() => now().getTime());
  return () => {
    if (now().getTime() - shownAt >= STOP_DELAY_MS) onStop?.();
  };
};

/** Moves the focus to the input when the reply ends, if the button had keyboard focus. */
const StopButton = ({ onStop, box }: Pick<ComposerProps, 'onStop'> & { readonly box: Box }) => {
  const t = useTranslations();
  const button = useRef<HTMLButtonElement>(null);
  const stop = useDelayedStop(onStop);
  useLayoutEffect(() => {
    const [own, area] = [button.current, box.current];
    return () => {
      if (own?.matches(':focus-visible')) area?.focus({ preventScroll: true });
    };
  }, [box]);
  return (
    <IconButton
      ref={button}
      className={cx(styles['main'], styles['stop'])}
      tooltip="top"
      label={t('stop')}
      icon={<Square />}
      onClick={stop}
    />
  );
};

const MainButton = ({
  isStreaming,
  canSend,
  onStop,
  box,
}: Pick<ComposerProps, 'isStreaming' | 'onStop'> & { readonly canSend: boolean; readonly box: Box }) => {
  const t = useTranslations();
  return isStreaming ? (
    <StopButton onStop={onStop} box={box} />
  ) : (
    <IconButton
      key="send"
      className={styles['main']}
      tooltip="none"
      type="submit"
      label={t('send')}
      icon={<ArrowUp />}
      disabled={!canSend}
    />
  );
};

/** Words or files there are, and no message waits already. While a reply is written the sender lets it wait. */
const isSendable = ({ hasFiles = false, disabled = false, pending = null }: ComposerProps, text: string): boolean =>
  (text.trim() !== '' || hasFiles) && !disabled && pending === null;

const PendingNotice = ({ pending }: Pick<ComposerProps, 'pending'>) => {
  const t = useTranslations();
  return (
    <div role="status" className={pending ? styles['held'] : undefined}>
      {pending ? (
        <>
          <span>{pending.text}</span>
          <button type="button" className={styles['unhold']} onClick={pending.onCancel}>
            {t('notYet')}
          </button>
        </>
      ) : null}
    </div>
  );
};

/** On a touch keyboard Enter begins a line, since there is no Shift+Enter; with Ctrl or Cmd it sends everywhere. */
const isSendKey = (event: KeyboardEvent, isTouch: boolean): boolean =>
  event.key === 'Enter' && !event.shiftKey && !isComposing(event) && (!isTouch || event.ctrlKey || event.metaKey);

/** What Enter does in the text, for the text and for the key on a screen. */
const useEnter = (send: () => Promise<void>) => {
  const isTouch = useMediaQuery(TOUCH_QUERY);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!isSendKey(event, isTouch)) return;
    event.preventDefault();
    void send();
  };
  return { onKeyDown, enterKeyHint: isTouch ? 'enter' : 'send' } as const;
};

/**
 * Where a person writes. Enter sends, Shift+Enter begins a line; while a reply is written the
 * message waits for its end.
 */
export const Composer = (props: ComposerProps) => {
  const t = useTranslations();
  const { onSend, onStop, isStreaming = false, disabled = false, disabledReason, autoFocus = false } = props;
  const { text, setText } = useDraft(props.value, props.onChange);
  const { typed } = parseDraft(text);
  const box = useAutoResize(typed, MAX_HEIGHT_PX);
  const { setTyped, onPaste, onKeyDownCapture, chips } = useDraftParts({ draft: text, setDraft: setText, box });
  const reason = useId();
  const allowed = isSendable(props, text);
  const send = useSubmit({ text, box, allowed, onSend, setText });
  const enter = useEnter(send);
  const shownReason = disabled ? disabledReason : undefined;

  useEffect(() => {
    if (autoFocus) box.current?.focus({ preventScroll: true });
  }, [autoFocus, box]);

  return (
    <form
      className={styles['composer']}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <div className={cx(styles['surface'], disabled && styles['disabled'])}>
        {props.files}
        {chips}
        <textarea
          ref={box}
          className={styles['text']}
          placeholder={t('askAnything')}
          aria-label={t('askAnything')}
          aria-describedby={shownReason ? reason : undefined}
          dir="auto"
          rows={1}
          {...enter}
          disabled={disabled}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onPaste={onPaste}
          onKeyDownCapture={onKeyDownCapture}
        />
        <div className={styles['row']}>
          <div className={styles['left']}>{props.leftSlot}</div>
          <MainButton isStreaming={isStreaming} canSend={allowed} onStop={onStop} box={box} />
        </div>
      </div>
      <PendingNotice pending={props.pending} />
      {shownReason && (
        <p id={reason} className={styles['reason']}>
          {shownReason}
        </p>
      )}
      {props.footer}
    </form>
  );
};
