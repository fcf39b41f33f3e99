const EVENT_STREAM = /^\s*(?:data|event|id|retry)?:/;

/** As an event may have: more is no answer, and would take seconds to parse. */
const MAX_LENGTH = 1024 * 1024;

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const isCompletion = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'choices' in value && Array.isArray(value.choices);

/**
 * What a server without streams answers as one JSON document, as the events of a stream. Others stream, but name
 * another type: theirs are events already. Undefined: it is neither.
 */
export const toEvents = (text: string): string | undefined => {
  if (EVENT_STREAM.test(text)) return text;
  const answer = text.length <= MAX_LENGTH ? parsed(text.replace(/^\ufeff/, '')) : undefined;
  return isCompletion(answer) ? `data: ${JSON.stringify(answer)}\n\ndata: [DONE]\n\n` : undefined;
};
