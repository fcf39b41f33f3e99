import { DomainError } from '../kernel/domain-error.ts';

/** The search did not answer; the cause is for the log. */
export class SearchFailed extends Error {
  override readonly name = 'SearchFailed';
}

/** An address that nobody here may ask: not http(s), not public, or named by no person and no search. */
export class PageRefused extends Error {
  override readonly name = 'PageRefused';
}

/** A page that could not be had, or is no text. The message is for people. */
export class PageFailed extends Error {
  override readonly name = 'PageFailed';
}

/** A foreign picture that we did not hand out, or that cannot be had. The two are not told apart. */
export class PictureNotShown extends DomainError {
  readonly kind = 'not_found';

  constructor() {
    super('The picture cannot be shown');
  }
}
