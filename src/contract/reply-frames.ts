import { z } from 'zod';

import * as shared from '../shared/reply-details.ts';
import { FINAL_STATUSES } from '../shared/reply-status.ts';
import { array } from '../shared/schema.ts';
import { fromShared } from './primitives.ts';
import {
  CITATION_FIELDS,
  CORRECTION_FIELDS,
  INSTEAD_OF_FIELDS,
  IMAGE_FIELDS,
  inList,
  QUESTION_FIELDS,
  SOURCE_FIELDS,
  STEP_FIELDS,
} from './shared-fields.ts';

const sources = fromShared(array(shared.source), inList(SOURCE_FIELDS));
const images = fromShared(array(shared.image), inList(IMAGE_FIELDS));
const corrections = fromShared(array(shared.correction), inList(CORRECTION_FIELDS));
const questions = fromShared(array(shared.relatedQuestion), inList(QUESTION_FIELDS));

const toolHit = z.strictObject({
  url: z.string().describe('Address of the page'),
  title: z.string().describe('Its title'),
  snippet: z.string().describe('The passage that was found'),
  content: z.string().describe('The beginning of its text'),
  description: z.string().describe('What the page says about itself'),
});

/**
 * The events of a reply's stream as clients read them, by name. A client shows every `content` as answer, ignores names
 * that it does not know, and then has the whole text: what else it ignores adds to the text and never changes it. Only
 * `corrections` change it, which a client that does not ask for follow-ups never gets.
 */
export const REPLY_FRAMES: Readonly<Record<string, z.ZodType>> = {
  '': z.strictObject({ content: z.string().describe('The next piece of the answer') }),
  meta: z
    .strictObject({
      replyId: z.string().describe('Id of the reply, for its stream and its stop'),
      model: z.string().describe('The model that answers'),
      cached: z.boolean().describe('The answer is that of an earlier, equal question'),
      agentType: z.string().nullable().describe('The agent that answers; null: none'),
      maxIterations: z.number().nullable().describe('How often the agent may call tools; null: no agent'),
      chatId: z.string().nullable().describe('The chat that stores the reply; null: none does'),
      messageId: z.string().nullable().describe('Id of the message that stores the reply; null: none does'),
      insteadOf: fromShared(shared.insteadOf, INSTEAD_OF_FIELDS).describe(
        'The model that was asked, where another one answers',
      ),
      status: z.enum(FINAL_STATUSES).describe('How the reply ended'),
    })
    .partial()
    .describe('First all fields but `status`, again if another model takes over; at the end `status` alone'),
  sources: z.strictObject({ sources: sources.describe('Sources to add') }),
  images: z.strictObject({ images: images.describe('Pictures to add') }),
  tool_result: z
    .strictObject({
      tool_name: z.string().describe('The tool'),
      results: z.array(toolHit).describe('What it found'),
      images: images.describe('Pictures that it found'),
      media: z.array(z.unknown()).describe('Always empty'),
    })
    .describe('The result of an agent’s tool'),
  step: fromShared(shared.step, STEP_FIELDS).describe('A step of an agent began or changed'),
  thinking: z
    .strictObject({ thought: z.string().describe('The next piece of it') })
    .describe('Thoughts of the model, which are no part of the answer'),
  corrections: z
    .strictObject({
      corrections: corrections.describe(
        'Sentences of the answer and what stands in their place, in the order of the text',
      ),
    })
    .describe('The answer of an agent was corrected after its check; only with `followUps`, and stored as corrected'),
  citations: fromShared(shared.citations, CITATION_FIELDS).describe('The result of the citation check, after the text'),
  seal: z
    .strictObject({
      seal: z.string().describe('By it the server knows the answer again when it comes into a chat of an account'),
    })
    .describe('Of a visitor’s answer, after the text and its check'),
  error: z
    .strictObject({
      error: z.string().describe('What happened, in words'),
      code: z.string().describe('The same as a code'),
      message: z.string().optional().describe('A better text to show, if there is one'),
    })
    .describe('The reply failed; its text so far stays'),
  checking: z.strictObject({}).describe('The text is complete, and a model checks its citation marks'),
  saving: z.strictObject({}).describe('The text is complete, and storing it takes long'),
  title: z.strictObject({ title: z.string().describe('The title of the chat') }).describe('With `followUps`'),
  related: z
    .strictObject({ questions: questions.describe('Questions that may be asked next') })
    .describe('With `followUps`'),
  synthesis: z
    .strictObject({ delta: z.string().describe('The next piece of the synthesis of the sources') })
    .describe('With `synthesis`; never `content`, because it is no part of the answer'),
};
