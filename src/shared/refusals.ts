/**
 * Why the server does not do what a person asked for: links, keys, plans, questions, answers of models. Other clients
 * show these texts as they are; the page shows the message of the same key in the reader's language.
 */
export const REFUSALS = {
  nothingToShare: 'There is no finished answer to share yet',
  temporaryChat: 'A temporary chat cannot be shared',
  shareTooLarge: 'This conversation is too long to be shared as a whole. Share one answer instead.',
  shareListFull: 'You have {limit} shared links. Revoke one to make another.',
  tooManyApiKeys: 'An account has at most {limit} API keys. Revoke one first.',
  passkeyRefused: 'This passkey was not accepted.',
  passkeyExists: 'This passkey is registered already.',
  tooManyPasskeys: 'There are {limit} passkeys already. Remove one first.',
  notAnUpgrade: 'Choose a plan that is higher than your current one',
  notADowngrade: 'Choose a paid plan that is lower than your current one',
  cancellationPending: 'This subscription is cancelled. Resume it first.',
  customerNotFound: 'The payment provider no longer knows this customer. Choose a plan to subscribe again.',
  checkoutFailed: 'Failed to start checkout process',
  providerFailed: 'The payment provider could not do it',
  changedMeanwhile: 'Another admin has changed this meanwhile, so nothing was saved. Open it again to see the change.',
  questionClosed: 'This question is not open any more',
  modelTooShort:
    'This is too long for the model. Please shorten the message, attach less, or choose a model that takes more.',
  modelGone: 'The AI service does not offer this model any more. Please choose another one.',
  modelDeclined:
    'The AI service declined to answer because of its content rules. Please rephrase, or choose another model.',
  modelLoading: 'The AI service is still loading the model. Please try again in a minute.',
  modelBusySeconds: 'The AI service takes only so many questions at a time. Please try again in {limit} seconds.',
  modelBusyMinutes: 'The AI service takes only so many questions at a time. Please try again in {limit} minutes.',
  modelBusyHours: 'The AI service takes only so many questions at a time. Please try again in {limit} hours.',
} as const;

/** The text with its limit. */
export const formatRefusal = (key: keyof typeof REFUSALS, limit: number): string =>
  REFUSALS[key].replace('{limit}', String(limit));
