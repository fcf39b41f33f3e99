import { UniqueViolationError } from 'objection';

/** Runs an insert of a model: false when a row with that key was there already, also when two calls race. */
export const insertIfAbsent = async (insert: () => PromiseLike<unknown>): Promise<boolean> => {
  try {
    await insert();
    return true;
  } catch (error) {
    if (error instanceof UniqueViolationError) return false;
    throw error;
  }
};
