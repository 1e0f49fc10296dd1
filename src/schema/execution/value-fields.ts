import { type GraphQLField, type GraphQLSchema, isObjectType } from 'graphql';
import { NODE_KINDS } from '../node-registry.js';

type Field = GraphQLField<unknown, unknown>;
type Read = (row: never) => unknown;

/** In the extensions of a field: the function that makes its value, at once, of the row alone. */
const VALUE = 'value';

/** Says that a field's resolver needs nothing but the row, and answers no promise. */
export const markAsValue = (field: Field, read: Read): void => {
  field.extensions = { ...field.extensions, [VALUE]: read };
};

interface ValueField {
  readonly field: Field;
  /** Of the row, under which graphql-jit finds the value. */
  readonly property: string;
}

/**
 * Fields of rows that compiled queries read as properties: around each resolver's call graphql-jit makes three closures,
 * which for the ids of a list took as long as everything else about them.
 */
export class ValueFields {
  private readonly fields: readonly ValueField[];

  constructor(schema: GraphQLSchema) {
    this.fields = Object.values(NODE_KINDS).flatMap(({ entity, types }) =>
      types.flatMap((name) => {
        const type = schema.getType(name);
        return isObjectType(type)
          ? Object.values(type.getFields()).flatMap((field) => toValueField(entity, field))
          : [];
      }),
    );
  }

  /** While `compile` runs, at once, the fields have no resolver, and the name of their property. */
  inPlaceOfResolvers<T>(compile: () => T): T {
    const before = this.fields.map(({ field: { name, resolve } }) => ({ name, resolve }));
    for (const { field, property } of this.fields) Object.assign(field, { name: property, resolve: undefined });
    try {
      return compile();
    } finally {
      for (const [index, { field }] of this.fields.entries()) Object.assign(field, before[index]);
    }
  }
}

const toValueField = (entity: new () => object, field: Field): ValueField[] => {
  const { [VALUE]: read } = field.extensions;
  if (typeof read !== 'function') return [];
  const property = `_graph_${field.name}`;
  const get = function (this: object): unknown {
    try {
      return read(this);
    } catch (error) {
      // What is thrown here would end the process; an error as a value becomes one of the answer.
      return error;
    }
  };
  Object.defineProperty(entity.prototype, property, { get, configurable: true });
  return [{ field, property }];
};
