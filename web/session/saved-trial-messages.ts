import { NO_DETAILS } from '../../src/shared/reply-details.ts';
import type { TrialMessage } from '../state/trial-slice.ts';

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
export const toSavedMessages = (messages: readonly TrialMessage[]) => {
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
