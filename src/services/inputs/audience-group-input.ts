export interface AudienceGroupInput {
  readonly name: string;
  readonly tags: readonly string[];
}
