export interface CustomEventInput {
  readonly name: string;
  readonly code: string;
}
