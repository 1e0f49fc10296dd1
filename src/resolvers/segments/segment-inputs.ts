import { Field, InputType, Int } from 'type-graphql';
import { CONDITIONS } from '../../audience/segments/conditions/index.js';
import type { ConditionField } from '../../audience/segments/segment-condition.js';
import type { SegmentNode } from '../../entities/segment.js';
import { formatDelay } from '../../schedule/delay.js';
import { defineEnum } from '../../schema/define-enum.js';
import { databaseIdOf, toGlobalId } from '../../schema/global-id.js';
import { DateTimeScalar, DelayScalar, SegmentValueScalar } from '../../schema/scalars/scalars.js';
import { scalarOf } from '../audiences/audience-inputs.js';

/** The definitions in src/audience/segments/conditions declare the other fields of this type. */
@InputType({ description: 'A node of the tree of a segment. Exactly one field must be set.' })
export class SegmentNodeInput {
  readonly [field: string]: unknown;

  @Field(() => [SegmentNodeInput], { nullable: true, description: 'Devices that match all of these nodes.' })
  and?: SegmentNodeInput[] | null;

  @Field(() => [SegmentNodeInput], { nullable: true, description: 'Devices that match any of these nodes.' })
  or?: SegmentNodeInput[] | null;

  @Field(() => SegmentNodeInput, { nullable: true, description: 'Devices that do not match this node.' })
  not?: SegmentNodeInput | null;
}

const typeOf = (field: ConditionField) => {
  switch (field.kind) {
    case 'list':
      return () => [scalarOf(field.entries)];
    case 'zones':
      return () => [String];
    case 'values':
      return () => [SegmentValueScalar];
    case 'value':
      return () => SegmentValueScalar;
    case 'count':
      return () => Int;
    case 'instant':
      return () => DateTimeScalar;
    case 'delay':
      return () => DelayScalar;
    case 'choice':
      return defineChoice(field);
    default:
      return () => String;
  }
};

const defineChoice = ({ name, about, values }: Extract<ConditionField, { kind: 'choice' }>) => {
  const choices = defineEnum(name, about, values);
  return () => choices;
};

for (const { name, description, input } of CONDITIONS) {
  class OneConditionInput {}
  InputType(input.name, { description: input.description })(OneConditionInput);
  for (const [property, field] of Object.entries(input.fields)) {
    const options = { nullable: field.isOptional ?? false, description: field.description };
    Field(typeOf(field), options)(OneConditionInput.prototype, property);
  }
  Field(() => OneConditionInput, { nullable: true, description })(SegmentNodeInput.prototype, name);
}

type Given = Readonly<Record<string, unknown>>;

/** Converts global ids to numbers; one of another type becomes 0, which no row has. */
export const toServiceTree = (node: Given): Given =>
  Object.fromEntries(
    Object.entries(node)
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([name, value]) => {
        if (name === 'and' || name === 'or') return [name, (value as readonly Given[]).map(toServiceTree)];
        if (name === 'not') return [name, toServiceTree(value as Given)];
        return [name, convert(name, value as Given, (idOf, id) => databaseIdOf(idOf, String(id)) ?? 0)];
      }),
  );

/** The tree as a client writes it. */
export const toClientTree = (node: SegmentNode): Given => {
  if (node.kind === 'condition') {
    const given = convert(node.name, node.value as Given, (idOf, id) => toGlobalId(idOf, Number(id)));
    return {
      [node.name]: Object.fromEntries(
        fieldsOf(node.name).flatMap(([name, field]) => toClientField(name, field, given[name])),
      ),
    };
  }
  if (node.kind === 'not') return { not: toClientTree(node.node) };
  return { [node.kind]: node.nodes.map(toClientTree) };
};

const toClientField = (name: string, { kind }: ConditionField, value: unknown): [string, unknown][] => {
  if (value === undefined) return [];
  if (kind === 'instant') return [[name, new Date(Number(value)).toISOString()]];
  if (kind === 'delay') return [[name, formatDelay(Number(value))]];
  return [[name, value]];
};

const fieldsOf = (name: string): readonly [string, ConditionField][] =>
  Object.entries(CONDITIONS.find((condition) => condition.name === name)?.input.fields ?? {});

type IdOf = Extract<Parameters<typeof toGlobalId>[0], 'App' | 'TagGroup'>;

const convert = (name: string, value: Given, toOther: (idOf: IdOf, id: unknown) => string | number): Given => {
  const converted: Record<string, unknown> = { ...value };
  for (const [property, field] of fieldsOf(name)) {
    const graph = field.kind === 'list' ? field.entries.graph : null;
    if (graph === null || typeof graph === 'string') continue;
    converted[property] = (value[property] as readonly unknown[]).map((id) => toOther(graph.idOf as IdOf, id));
  }
  return converted;
};
