import { LRUCache } from 'lru-cache';
import { getOrInsert } from '../../collections.js';
import { keyOf, type Mismatch } from '../credentials-trust.js';
import type { Content, Message, Outcome, SendBatch } from '../sender.js';
import type { Suspect } from './read-answer.js';

export type Judged = Outcome | Mismatch | Suspect;

const MAX_APPS = 1000;
const MAX_CONTENTS_PER_APP = 32;

/**
 * Judges INVALID_ARGUMENT answers that do not name the argument. The token is dead only if the same payload worked for
 * another device of the application; otherwise the payload may be at fault.
 */
export class SuspectTokens {
  /** Contents that were recently accepted, per application. */
  private readonly worked = new LRUCache<string, LRUCache<string, true>>({ max: MAX_APPS });

  judge(batch: SendBatch, results: readonly Judged[]): (Outcome | Mismatch)[] {
    const worked = getOrInsert(this.worked, keyOf(batch.app), () => new LRUCache({ max: MAX_CONTENTS_PER_APP }));
    const known = new Map<Content, string>();
    const textOf = (content: Content): string => {
      const text = known.get(content) ?? JSON.stringify(content);
      known.set(content, text);
      return text;
    };
    for (const content of sentContents(batch, results)) worked.set(textOf(content), true);
    return results.map((result, index) => {
      if (result.kind !== 'suspect') return result;
      const message = batch.messages[index];
      const isProven = message !== undefined && isShared(message) && worked.get(textOf(message.content)) === true;
      return isProven ? { ...result, kind: 'invalid-token', deadSince: null } : { ...result, kind: 'failed' };
    });
  }
}

function sentContents(batch: SendBatch, results: readonly Judged[]): Set<Content> {
  const contents = new Set<Content>();
  for (const [index, message] of batch.messages.entries())
    if (results[index]?.kind === 'sent' && isShared(message)) contents.add(message.content);
  return contents;
}

/** A content with slots differs by device, so one device proves nothing for another. */
const isShared = ({ slots }: Message): boolean => slots === undefined;
