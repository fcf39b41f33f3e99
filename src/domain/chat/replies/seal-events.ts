import { reduceEvents } from '../../../shared/reply-state.ts';
import type { EventOf, ReplyEvent } from '../../../shared/reply-event.ts';
import type { Secrets } from '../../kernel/ports.ts';
import { sealAnswer } from '../conversations/answer-seal.ts';
import type { Requester } from './ports/requesters.ts';
import type { ReplyTranscript } from './transcript.ts';

/** The seal of a visitor's answer, over what their page has when it has ended; `last`: the events around it. */
export const sealEvents = (
  secrets: Secrets,
  { requester, meta }: { readonly requester: Requester; readonly meta: EventOf<'meta'> },
  transcript: Pick<ReplyTranscript, 'detailEvents' | 'text' | 'model'>,
  last: readonly ReplyEvent[],
): readonly ReplyEvent[] => {
  const { text, detailEvents, model = meta.model } = transcript;
  if (requester.kind !== 'visitor' || text === '') return [];
  const told = reduceEvents([...detailEvents, ...last]);
  return [{ type: 'seal', seal: sealAnswer(secrets, { text, sources: told.sources, vouched: { ...told, model } }) }];
};
