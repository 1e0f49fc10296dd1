/** Parses the part of the Dockerfile language that this repository uses into stages. */
export interface Instruction {
  readonly name: string;
  /** The instruction without its flags, on one line. */
  readonly text: string;
  readonly flags: Readonly<Record<string, string>>;
  /** The words of an instruction in exec form, otherwise null. */
  readonly exec: readonly string[] | null;
}

export interface Stage {
  readonly name: string | null;
  readonly image: string;
  readonly instructions: readonly Instruction[];
}

export const parseDockerfile = (text: string): Stage[] => {
  const args = new Map<string, string>();
  const stages: { name: string | null; image: string; instructions: Instruction[] }[] = [];
  for (const instruction of joinLines(text).map(parseInstruction)) {
    const stage = stages.at(-1);
    if (instruction.name === 'FROM') {
      const [, image = '', name = null] = /^(\S+)(?: AS (\S+))?$/i.exec(instruction.text) ?? [];
      const known = image.replace(/\$\{(\w+)\}/g, (_, variable) => args.get(variable) ?? '');
      stages.push({ name, image: known, instructions: [] });
    } else if (stage) {
      stage.instructions.push(instruction);
    } else {
      const [name = '', value = ''] = instruction.text.split('=');
      args.set(name, value);
    }
  }
  return stages;
};

const joinLines = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .join('\n')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter(Boolean);

const parseInstruction = (line: string): Instruction => {
  const [, name = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
  const flags: Record<string, string> = {};
  let text = rest;
  for (let flag = FLAG.exec(text); flag; flag = FLAG.exec(text)) {
    flags[flag[1] ?? ''] = flag[2] ?? '';
    text = text.slice(flag[0].length);
  }
  const command = name === 'HEALTHCHECK' ? text.replace(/^CMD\s+/, '') : text;
  return { name, text, flags, exec: command.startsWith('[') ? (JSON.parse(command) as string[]) : null };
};

const FLAG = /^--([\w-]+)=(\S+)\s+/;

/** `A=1 B="two words"` */
export const readEnv = (stage: Stage): Record<string, string> =>
  Object.fromEntries(
    of(stage, 'ENV').flatMap(({ text }) =>
      [...text.matchAll(/(\w+)=(?:"([^"]*)"|(\S*))/g)].map(([, name = '', quoted, plain = '']) => [
        name,
        quoted ?? plain,
      ]),
    ),
  );

export const of = (stage: Stage, name: string): Instruction[] =>
  stage.instructions.filter((instruction) => instruction.name === name);
