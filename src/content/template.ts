import type { DeviceNeed, DeviceValues } from '../entities/device.js';
import type { MessageContent } from '../ports/message-fields.js';
import type { Content } from '../ports/slotted-content.js';
import type { Unrendered } from './liquid/stops.js';
import type { MessageContext } from './liquid/template-roots.js';

/** A translation in which some fields differ by device. */
export interface Template {
  readonly content: Content;
  /** The columns of the device that `slotsOf` reads. */
  readonly needs: readonly DeviceNeed[];
  slotsOf(device: DeviceValues, about: MessageContext): readonly string[] | Unrendered;
}

/** Compiles a translation, once per run and process; null: every device sees the same. */
export type CompileTemplate = (content: MessageContent) => Template | null;
