/** What `work` comes to. @throws Error with this message where that takes longer; what it comes to later is ignored. */
export const within = async <T>(work: Promise<T>, timeoutMs: number, message: string): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(message)), timeoutMs);
  });
  try {
    // The race listens to both: whichever loses may reject unheard.
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
};
