import { getOrInsert } from '../collections.js';
import { INTL_RULES, type ZoneRules } from '../schedule/zone-rules.js';
import { INTL_ZONES, resolveByIntl } from '../schedule/zones.js';
import type { LazyHistory } from './compile-zones.js';
import type { ZoneHistory } from './zone-history.js';

/** `America/Argentina/Ushuaia`, but neither `right/…` nor other files in the folder. */
const ZONE_NAME = /^[A-Z][A-Za-z]{1,20}(?:\/[A-Z][A-Za-z0-9_+-]{0,30}){1,2}$/;
/** `Europe`, `America`, `Etc`. */
export const AREAS: ReadonlySet<string> = new Set(
  [...INTL_ZONES].flatMap((zone) => zone.split('/').slice(0, -1)[0] ?? []),
);

/** Whether a file or entry is named like a zone. */
export const isZoneName = (name: string): boolean =>
  INTL_ZONES.has(name) || (name.length <= 64 && ZONE_NAME.test(name) && AREAS.has(name.split('/')[0] ?? ''));

/** Rules from compiled histories. Intl answers for the zones and times that they lack. */
export class HistoryRules implements ZoneRules {
  readonly release: string;
  readonly source: string;
  private readonly since: number;
  private readonly found = new Map<string, ZoneHistory | typeof LACKING>();
  private names: { readonly ofIntl: ReadonlyMap<string, string>; readonly unknown: readonly string[] } | null = null;

  /** @param since epoch ms: Intl answers for earlier instants, in zones that it knows. */
  constructor(
    private readonly histories: ReadonlyMap<string, LazyHistory>,
    { release, source, since }: { release: string; source: string; since: number },
  ) {
    this.release = release;
    this.source = source;
    this.since = since;
  }

  get newZones(): readonly string[] {
    return this.readNames().unknown;
  }

  offsetOf(zone: string, instant: number): number {
    if (instant < this.since && INTL_ZONES.has(zone)) return INTL_RULES.offsetOf(zone, instant);
    const history = getOrInsert(this.found, zone, () => this.find(zone));
    return history === LACKING ? INTL_RULES.offsetOf(zone, instant) : history.offsetAt(instant);
  }

  private find(zone: string): ZoneHistory | typeof LACKING {
    const history = this.histories.get(zone) ?? this.histories.get(this.readNames().ofIntl.get(zone) ?? '');
    return history === undefined ? LACKING : history();
  }

  /**
   * Some of Intl's canonical names are former ones (`Asia/Calcutta`), which not every system has. Maps each to an
   * equivalent name in these rules, on first use, because Intl is slow.
   */
  private readNames() {
    if (this.names) return this.names;
    const ofIntl = new Map<string, string>();
    const unknown: string[] = [];
    for (const name of [...this.histories.keys()].sort()) {
      const resolved = resolveByIntl(name);
      if (resolved === null) unknown.push(name);
      else if (!ofIntl.has(resolved)) ofIntl.set(resolved, name);
    }
    this.names = { ofIntl, unknown };
    return this.names;
  }
}

const LACKING = 'lacking';
