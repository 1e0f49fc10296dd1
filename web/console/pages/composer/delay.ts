/** A delay as it is edited. The graph writes it as `1d2h30m`. */
export interface DelayParts {
  readonly days: number;
  readonly hours: number;
  readonly minutes: number;
}

/** Null for no delay. */
export const toDelay = ({ days, hours, minutes }: DelayParts): string | null => {
  const parts = [days > 0 ? `${days}d` : '', hours > 0 ? `${hours}h` : '', minutes > 0 ? `${minutes}m` : ''];
  return parts.join('') || null;
};

export const readDelay = (delay: string | null | undefined): DelayParts => {
  const part = (unit: RegExp) => Number(unit.exec(delay ?? '')?.[1] ?? 0);
  return { days: part(/(\d{1,9})d/), hours: part(/(\d{1,9})h/), minutes: part(/(\d{1,9})m/) };
};
