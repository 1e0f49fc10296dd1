import { type FormEvent, useState } from 'react';
import type { Answer, UserErrorOfAnswer } from '../graph/hooks.js';
import { Banner } from './page.js';

interface FormOptions<Values, Data> {
  readonly initial: Values;
  /** Fields that show their own errors. All other errors appear in a banner. */
  readonly fields?: readonly string[];
  readonly save: (values: Values) => Promise<Answer<Data>>;
  readonly onSaved: (data: Data) => void;
}

export interface Form<Values> {
  readonly values: Values;
  readonly change: (changes: Partial<Values>) => void;
  readonly replace: (values: Values) => void;
  readonly clearErrors: () => void;
  /** The props of the text field with that name. */
  readonly text: (name: keyof Values & string) => {
    readonly value: string;
    readonly onChange: (value: string) => void;
    readonly error: string | null;
  };
  readonly errorOf: (name: string) => string | null;
  /** Errors that no field shows; empty if there are none. */
  readonly problem: string;
  readonly isBusy: boolean;
  readonly submit: (event?: FormEvent) => void;
}

/** Holds the values of a form, saves them, and assigns the errors of the last attempt to their fields. */
export const useForm = <Values extends object, Data>({
  initial,
  fields = [],
  save,
  onSaved,
}: FormOptions<Values, Data>): Form<Values> => {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<readonly UserErrorOfAnswer[]>([]);
  const [isBusy, setIsBusy] = useState(false);
  const change = (changes: Partial<Values>) => setValues((before) => ({ ...before, ...changes }));
  const errorOf = (name: string) => errors.find(({ field }) => field?.includes(name))?.message ?? null;
  const others = errors.filter(({ field }) => !fields.some((name) => field?.includes(name)));
  const attempt = async () => {
    setIsBusy(true);
    const answer = await save(values).finally(() => setIsBusy(false));
    setErrors(answer.ok ? [] : answer.errors);
    if (answer.ok) onSaved(answer.data);
  };
  return {
    values,
    change,
    replace: setValues,
    clearErrors: () => setErrors([]),
    text: (name) => ({
      value: String(values[name]),
      onChange: (value) => change({ [name]: value } as Partial<Values>),
      error: errorOf(name),
    }),
    errorOf,
    problem: others.map(({ message }) => message).join(' '),
    isBusy,
    submit: (event) => {
      event?.preventDefault();
      void attempt();
    },
  };
};

export const FormProblem = ({ form: { problem } }: { readonly form: { readonly problem: string } }) =>
  problem !== '' && <Banner kind="bad">{problem}</Banner>;
