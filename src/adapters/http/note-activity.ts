import type { IncomingMessage, ServerResponse } from 'node:http';

import type { Activity } from '../../domain/kernel/activity.ts';

const CALL = /^\/(api|v1|mcp)\b/;

type Handler<Result> = (request: IncomingMessage, response: ServerResponse) => Result;

/** A call keeps the process in use until its response is closed. Health checks and files of the page do not. */
export const noteActivity =
  <Result>(activity: Activity, answer: Handler<Result>): Handler<Result> =>
  (request, response) => {
    if (CALL.test(request.url ?? '')) response.once('close', activity.begin());
    return answer(request, response);
  };
