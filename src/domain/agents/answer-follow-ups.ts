import { FollowUpGenerators } from '../chat/replies/ports/answers.ts';
import type { GenerateRelatedQuestions } from './generate-related-questions.ts';
import type { SynthesiseResults } from './synthesise-results.ts';

type Generators = FollowUpGenerators;

export class AnswerFollowUps extends FollowUpGenerators {
  constructor(
    private readonly generateRelatedQuestions: GenerateRelatedQuestions,
    private readonly synthesiseResults: SynthesiseResults,
  ) {
    super();
  }

  relatedQuestions(...input: Parameters<Generators['relatedQuestions']>) {
    return this.generateRelatedQuestions.execute(...input);
  }

  synthesis(...input: Parameters<Generators['synthesis']>) {
    return this.synthesiseResults.execute(...input);
  }
}
