import type { TSchema } from 'typebox';
import type { JsonSchema } from './openapi-document.js';

/** Collects the schemas with a title under `components.schemas` and replaces them with references. */
export class ComponentSchemas {
  private readonly found = new Map<string, JsonSchema>();

  /** Returns the schema in the form of the document. */
  add(schema: TSchema): JsonSchema {
    // Removes the non-enumerable markers of TypeBox.
    return this.replace(JSON.parse(JSON.stringify(schema)) as JsonSchema);
  }

  /** Sorted by name, so that the document does not depend on the order of routes. */
  all(): Readonly<Record<string, JsonSchema>> {
    return Object.fromEntries([...this.found].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  private replace(schema: JsonSchema): JsonSchema {
    const plain: JsonSchema = {
      ...schema,
      ...(schema.properties ? { properties: this.replaceEach(schema.properties) } : {}),
      ...(schema.patternProperties ? { patternProperties: this.replaceEach(schema.patternProperties) } : {}),
      ...(schema.items ? { items: this.replace(schema.items) } : {}),
      ...(schema.oneOf ? { oneOf: schema.oneOf.map((option) => this.replace(option)) } : {}),
      ...(schema.anyOf ? { anyOf: schema.anyOf.map((option) => this.replace(option)) } : {}),
    };
    return schema.title === undefined ? plain : this.name(schema.title, plain);
  }

  private replaceEach(schemas: Readonly<Record<string, JsonSchema>>): Record<string, JsonSchema> {
    return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, this.replace(schema)]));
  }

  private name(title: string, schema: JsonSchema): JsonSchema {
    const known = this.found.get(title);
    if (known && JSON.stringify(known) !== JSON.stringify(schema)) {
      throw new Error(`Two schemas of the REST interface are named ${title}.`);
    }
    this.found.set(title, schema);
    return { $ref: `#/components/schemas/${title}` };
  }
}
