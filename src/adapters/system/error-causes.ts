import { isNativeError } from 'node:util/types';

const MAX_CAUSE_DEPTH = 5;

/** A field of the error itself, not of its kind. */
export const field = (error: object, name: string): unknown =>
  Object.entries(Object.getOwnPropertyDescriptors(error)).find(([key]) => key === name)?.[1].value;

/** The error and what caused it. */
export const causesOf = (error: unknown): readonly Error[] => {
  const chain: Error[] = [];
  for (
    let next = error;
    isNativeError(next) && chain.length < MAX_CAUSE_DEPTH;
    next = 'errors' in next && Array.isArray(next.errors) ? next.errors[0] : next.cause
  )
    chain.push(next);
  return chain;
};
