/** Returns the result of `work`. @throws Error with this message if it takes longer; a later result is ignored. */
export const within = async <T>(work: Promise<T>, timeoutMs: number, message: string): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(message)), timeoutMs);
  });
  try {
    // The race listens to both, because the loser may reject unhandled.
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
};
