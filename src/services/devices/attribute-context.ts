import type { Tx } from '../../database/database.js';
import type { Device } from '../../entities/device.js';
import { type Attributes, mergeAttributes } from '../../ports/attributes.js';
import type { AttributeChanges } from '../attributes/attribute-rules.js';
import { AttributeTypes, type TypesScope } from '../attributes/attribute-types.js';
import { type SharedUsers, shareUsers, type UserScope } from '../end-users/device-copies.js';
import { erasedUser } from '../erasures/tombstones.js';
import type { DeviceColumns } from './device-rules.js';

/** The parts of a request that affect the attributes of its device. */
export interface AttributeRequest {
  readonly columns: Pick<DeviceColumns, 'externalUserId'>;
  /** The device's own attributes. undefined keeps them, null removes them all. */
  readonly attributes: AttributeChanges | null | undefined;
  /** Whether the device loses its present own attributes before it gets new ones. */
  readonly forgetsOwn?: boolean;
}

export type DeviceCopies = Pick<Device, 'attributes' | 'ownAttributes'>;
type Before = DeviceCopies & Pick<Device, 'externalUserId'>;

type ContextScope = TypesScope & UserScope;

/** The types and users that requests need, which stay unchanged until the transaction ends. */
export class AttributeContext {
  private constructor(
    private readonly scope: ContextScope,
    private readonly types: AttributeTypes,
    private readonly shared: SharedUsers,
  ) {}

  /** Call it before devices are locked, in the order in which a change of users locks. */
  static async load(tx: Tx, scope: ContextScope, requests: readonly AttributeRequest[]): Promise<AttributeContext> {
    const changes = requests.flatMap(({ attributes }) => attributes ?? []);
    const types = await AttributeTypes.load(tx, scope, changes);
    const named = requests.flatMap(({ columns }) => columns.externalUserId ?? []);
    return new AttributeContext(scope, types, await shareUsers(tx, scope, named));
  }

  /** Also loads the users that known devices keep, where a request changes the device's own attributes. */
  async loadKept(tx: Tx, pairs: Iterable<readonly [AttributeRequest, Pick<Before, 'externalUserId'>]>): Promise<void> {
    const kept: string[] = [];
    for (const [request, { externalUserId }] of pairs) {
      if (request.attributes === undefined || request.columns.externalUserId !== undefined) continue;
      if (externalUserId !== null && !this.shared.users.has(externalUserId)) kept.push(externalUserId);
    }
    const { users } = await shareUsers(tx, this.scope, kept);
    for (const [id, attributes] of users) this.shared.users.set(id, attributes);
  }

  /** Returns the attributes of the device after the request. @throws BAD_USER_INPUT */
  settle(request: AttributeRequest, before: Before): DeviceCopies {
    const { attributes, columns, forgetsOwn = false } = request;
    const isUnchanged = attributes === undefined && columns.externalUserId === undefined && !forgetsOwn;
    if (isUnchanged) return { attributes: before.attributes, ownAttributes: before.ownAttributes };
    if (columns.externalUserId && this.shared.erased.has(columns.externalUserId)) throw erasedUser();
    const { externalUserId = before.externalUserId } = columns;
    const own = this.ownOf(request, (forgetsOwn ? null : before.ownAttributes) ?? {});
    const user = externalUserId === null ? {} : (this.shared.users.get(externalUserId) ?? {});
    return { ownAttributes: own, attributes: mergeAttributes(own, user) };
  }

  /** Stores the keys that first values created. */
  save(tx: Tx): Promise<void> {
    return this.types.save(tx);
  }

  private ownOf({ attributes }: AttributeRequest, before: Attributes): Attributes {
    if (attributes === undefined) return before;
    return attributes === null ? {} : this.types.apply(before, attributes);
  }
}
