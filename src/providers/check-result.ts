/** What a provider says of credentials; `accepted` is null where it has not said. */
export interface CredentialsCheck {
  readonly accepted: boolean | null;
  /** As reasons of messages are: short and free of secrets; null if they are accepted. */
  readonly reason: string | null;
}
