/** The texts of the error catalogue, to the letter of the specification. */
export const ERROR_TEXTS = {
  API_RATE_LIMIT_EXCEEDED: 'AI service is experiencing high demand. Please wait a moment and try again.',
  API_QUOTA_EXCEEDED: 'AI service quota exceeded. Please try again later.',
  AI_SERVICE_TIMEOUT: 'AI service took too long to respond. Please try again with a shorter message.',
  AI_SERVICE_AUTH_ERROR: 'AI service authentication issue. Please contact support.',
  MODEL_CONFIG_ERROR: 'AI model configuration issue. Please try again or contact support.',
  EMAIL_VERIFICATION_REQUIRED: 'Please verify your email to continue using the free tier. Check your inbox!',
  USER_NOT_FOUND: 'User account not found.',
  UNAUTHORIZED: 'Access denied. Please log in.',
  USAGE_LIMIT_EXCEEDED: 'Usage limit reached. Please upgrade your plan.',
  SUBSCRIPTION_REQUIRED: 'This feature requires a subscription.',
  INTERNAL_ERROR: 'An internal error occurred. Please try again.',
  VALIDATION_ERROR: 'Invalid request data.',
} as const;
