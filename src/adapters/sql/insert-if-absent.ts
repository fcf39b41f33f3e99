import { UniqueViolationError } from 'objection';

/** Inserts a model; false when the key exists already, also in a race. */
export const insertIfAbsent = async (insert: () => PromiseLike<unknown>): Promise<boolean> => {
  try {
    await insert();
    return true;
  } catch (error) {
    if (error instanceof UniqueViolationError) return false;
    throw error;
  }
};
