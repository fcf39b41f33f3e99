import type { RelatedQuestion } from '../../src/shared/reply-details.ts';
import {
  FollowUpGenerators,
  type HelperRequest,
  ReplyHelperModel,
  UtilityModel,
  type UtilityRequest,
} from '../../src/domain/chat/replies/ports/answers.ts';

/** Writes what it was given, after `until`. */
export class ScriptedUtilityModel extends UtilityModel {
  readonly requests: UtilityRequest[] = [];
  until: Promise<void> = Promise.resolve();
  text = 'Baking';
  failure: Error | undefined;

  async *complete(_requester: unknown, request: UtilityRequest): AsyncGenerator<string, void> {
    this.requests.push(request);
    await this.until;
    if (this.failure) throw this.failure;
    yield this.text;
  }
}

export const A_QUESTION: RelatedQuestion = { id: 'rq1', text: 'Why?', category: 'deeper' };

export class ScriptedFollowUps extends FollowUpGenerators {
  until: Promise<void> = Promise.resolve();
  pieces: readonly string[] = ['In ', 'short.'];
  failure: Error | undefined;

  async relatedQuestions(): Promise<readonly RelatedQuestion[]> {
    if (this.failure) throw this.failure;
    return [A_QUESTION];
  }

  async *synthesis(_requester: unknown, _input: unknown, signal: AbortSignal): AsyncGenerator<string, void> {
    for (const piece of this.pieces) {
      yield piece;
      await this.until;
      if (signal.aborted) return;
    }
  }
}

/** Answers by purpose; without an answer it is as if only the demo model were there. */
export class ScriptedHelper extends ReplyHelperModel {
  readonly requests: HelperRequest[] = [];
  readonly answers = new Map<HelperRequest['purpose'], string | Error>();
  until: Promise<void> = Promise.resolve();

  async complete(_requester: unknown, request: HelperRequest, signal: AbortSignal): Promise<string | undefined> {
    this.requests.push(request);
    await this.until;
    signal.throwIfAborted();
    const answer = this.answers.get(request.purpose);
    if (answer instanceof Error) throw answer;
    return answer;
  }
}
