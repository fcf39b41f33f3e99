import { NO_DETAILS } from '../../src/shared/reply-details.ts';
import { chatApi } from '../features/chat/engine/chat-api.ts';
import { failureText, toReplyFailure } from '../features/chat/engine/reply-failure.ts';
import { isApiFailure } from '../lib/api-error.ts';
import { newId } from '../lib/ids.ts';
import { chatSelected, draftMoved } from '../state/chat-slice.ts';
import type { Thunk } from '../state/store.ts';
import { toastShown } from '../state/toast-slice.ts';
import { trialCleared, type TrialMessage } from '../state/trial-slice.ts';
import { t } from '../app/texts.ts';

/** Why the server did not take them, in the reader's language where it is about room. */
const failureReason = (error: unknown): string => failureText(isApiFailure(error) ? toReplyFailure(error) : null);

/** Of the whole chat, in characters; the server takes 2 MB. */
const MAX_SEALED = 400_000;

/** What the server alone may say of its answers, as far as there is room. */
const sealedOf = () => {
  let room = MAX_SEALED;
  return ({ seal, model, details }: TrialMessage) => {
    if (!seal || !model) return undefined;
    const { thinking, steps, citations, corrections, insteadOf } = details ?? NO_DETAILS;
    const sealed = { seal, model, thinking, steps, citations, corrections, insteadOf };
    const size = JSON.stringify(sealed).length;
    if (size > room) return undefined;
    room -= size;
    return sealed;
  };
};

/** The trial's messages as the call that saves a chat takes them, one after the other. */
const toSavedMessages = (messages: readonly TrialMessage[]) => {
  const toSealed = sealedOf();
  return messages.map((message, at) => {
    const { id, role, content, timestamp, messageMode, details } = message;
    return {
      id,
      role,
      content,
      timestamp,
      messageMode,
      sealed: toSealed(message),
      details: details && {
        sources: [...details.sources],
        images: [...details.images],
        relatedQuestions: [...details.relatedQuestions],
      },
      parentId: messages[at - 1]?.id ?? null,
    };
  });
};

/** Puts the trial's messages into a chat of the account and empties the trial; they stay there if the save fails. */
export const saveTrial =
  (messages: readonly TrialMessage[], now: Date): Thunk<Promise<void>> =>
  async (dispatch) => {
    const id = newId();
    const chat = {
      id,
      messages: toSavedMessages(messages),
      createdAt: now.toISOString(),
      updatedAt: now.toISOString(),
    };
    const saved = await dispatch(chatApi.endpoints.saveChat.initiate({ chatId: id, chat }, { track: false }));
    if (saved.error) {
      dispatch(toastShown('problem', t('trialNotMoved', { reason: failureReason(saved.error) })));
      return;
    }
    await dispatch(chatApi.endpoints.openChat.initiate(id));
    dispatch(chatSelected(id));
    dispatch(draftMoved(id));
    dispatch(trialCleared());
  };
