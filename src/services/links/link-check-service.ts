import { AppError } from '../../errors.js';
import type { Clock } from '../../ports/clock.js';
import { type CheckedLink, LinkChecker } from '../../providers/outbound/link-checker.js';
import type { Caller } from '../caller.js';
import { ConcurrencyLimit } from '../rate-limits/concurrency-limit.js';
import { RateLimit } from '../rate-limits/rate-limit.js';
import { checkLink } from '../rules/text-rules.js';
import { Violations } from '../rules/violations.js';

const CHECKS_PER_MINUTE = 60;
const AT_ONCE = {
  total: 32,
  perHolder: 4,
  refusal: 'Too many links are checked at the same time; check this one again in a moment.',
};

/** Visits the links of messages for people who write them. */
export class LinkCheckService {
  private readonly limit: RateLimit;
  private readonly atOnce = new ConcurrencyLimit(AT_ONCE);
  private readonly checker: LinkChecker;

  constructor({ clock, allowPrivate, ca }: { clock: Clock; allowPrivate: boolean; ca?: string | undefined }) {
    this.limit = new RateLimit({ name: 'link-check', limit: CHECKS_PER_MINUTE, clock, redis: null });
    this.checker = new LinkChecker({ allowPrivate, ca });
  }

  /** @throws BAD_USER_INPUT for a text that is no link, RATE_LIMITED */
  async check({ userId }: Caller, url: string): Promise<CheckedLink> {
    const violations = new Violations();
    checkLink(violations, 'url', url);
    violations.throwIfAny();
    const waitMs = await this.limit.take(String(userId));
    if (waitMs > 0) {
      const message = `Links can be checked ${CHECKS_PER_MINUTE} times a minute; try again later.`;
      throw new AppError('RATE_LIMITED', message, { retryAfterSeconds: waitMs / 1_000 });
    }
    const release = this.atOnce.acquire(userId);
    try {
      return await this.checker.check(url);
    } finally {
      release();
    }
  }
}
