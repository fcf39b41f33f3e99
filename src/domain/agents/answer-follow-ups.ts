import { FollowUpGenerators } from '../chat/replies/ports.ts';
import type { GenerateRelatedQuestions } from './generate-related-questions.ts';
import type { SynthesiseResults } from './synthesise-results.ts';

type Generators = FollowUpGenerators;

export class AnswerFollowUps extends FollowUpGenerators {
  private readonly generateRelatedQuestions: GenerateRelatedQuestions;
  private readonly synthesiseResults: SynthesiseResults;

  constructor(generateRelatedQuestions: GenerateRelatedQuestions, synthesiseResults: SynthesiseResults) {
    super();
    this.generateRelatedQuestions = generateRelatedQuestions;
    this.synthesiseResults = synthesiseResults;
  }

  relatedQuestions(...input: Parameters<Generators['relatedQuestions']>) {
    return this.generateRelatedQuestions.execute(...input);
  }

  synthesis(...input: Parameters<Generators['synthesis']>) {
    return this.synthesiseResults.execute(...input);
  }
}
