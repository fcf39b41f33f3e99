const TIMEOUT_MS = 1000;

/** The result of `work`, or an error after `ms`: a frozen server never answers. */
export const within = async <T>(ms: number | undefined, work: Promise<T>): Promise<T> => {
  const limit = ms ?? TIMEOUT_MS;
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${limit} ms`)), limit);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
};
