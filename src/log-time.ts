let writtenMs = 0;
let text = '';

/** The `time` of a log line for pino, ISO 8601, formatted once for all lines of a millisecond. */
export const logTime = (): string => {
  const nowMs = Date.now();
  if (nowMs !== writtenMs) text = `,"time":"${new Date(nowMs).toISOString()}"`;
  writtenMs = nowMs;
  return text;
};
