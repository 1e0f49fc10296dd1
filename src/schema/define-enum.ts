import { registerEnumType } from 'type-graphql';

/** Defines an enum of the graph by the descriptions of its values, whose names are the same in the code. */
export const defineEnum = <Name extends string>(
  name: string,
  description: string,
  values: Readonly<Record<Name, string>>,
): { readonly [value in Name]: value } => {
  const entries = Object.entries(values) as [Name, string][];
  const mapped = Object.fromEntries(entries.map(([value, about]) => [value, [value, about] as const]));
  return defineMappedEnum(name, description, mapped) as { readonly [value in Name]: value };
};

/** Defines an enum of the graph whose values have other names in the code, by these names and their descriptions. */
export const defineMappedEnum = <
  const Values extends Readonly<Record<string, readonly [inCode: string, description: string]>>,
>(
  name: string,
  description: string,
  values: Values,
): { readonly [value in keyof Values]: Values[value][0] } => {
  const entries = Object.entries(values);
  const named = Object.fromEntries(entries.map(([value, [inCode]]) => [value, inCode]));
  const valuesConfig = Object.fromEntries(entries.map(([value, [, about]]) => [value, { description: about }]));
  registerEnumType(named, { name, description, valuesConfig });
  return named as { readonly [value in keyof Values]: Values[value][0] };
};
