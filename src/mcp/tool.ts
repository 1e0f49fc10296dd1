import type { Static, TObject } from 'typebox';
import type { Scope } from '../entities/api-key.js';

export type Variables = Readonly<Record<string, unknown>>;
export type ToolData = Readonly<Record<string, unknown>>;

/** The scopes of MCP. None of them permits sending, activating, deleting or changing settings. */
export const MCP_SCOPES = ['read', 'draft'] as const satisfies readonly Scope[];

/** A tool runs one document of the graph. */
export interface Tool {
  /** `snake_case`, unique. */
  readonly name: string;
  readonly title: string;
  /** Tells a model when to use the tool. */
  readonly description: string;
  /** `read`: the document is a query. `draft`: a mutation that `DRAFTING` lists. */
  readonly scope: (typeof MCP_SCOPES)[number];
  /** The tool replaces stored data. */
  readonly isDestructive?: boolean;
  readonly input: TObject;
  readonly document: string;
  /** Maps the arguments to variables. The arguments are the variables by default. */
  toVariables?(args: never): Variables;
  /** Maps the data of the answer. @param origin the public origin of the service, for links */
  toData?(data: ToolData, origin: string): ToolData;
}

/** Types the arguments of `toVariables` by the input. */
export const defineTool = <Input extends TObject>(
  tool: Omit<Tool, 'input' | 'toVariables'> & {
    readonly input: Input;
    toVariables?(args: Static<Input>): Variables;
  },
): Tool => tool;
