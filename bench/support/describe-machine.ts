import { cpus, loadavg } from 'node:os';

/** The absolute figures depend on these facts. */
export const describeMachine = (): string => {
  const processors = cpus();
  const model = processors[0]?.model.trim() || 'unknown processor';
  return `Node ${process.version} on ${processors.length} cores (${model}), load average ${loadavg()[0]?.toFixed(1)}`;
};
