/** Names of what ships, by code; what a tenant adds has the tenant's own names. */
export interface Labels {
  readonly fields: Readonly<Record<string, string>>;
  readonly forms: Readonly<Record<string, string>>;
  readonly documents: Readonly<Record<string, string>>;
  readonly documentGroups: Readonly<Record<string, string>>;
  /** Choices by key of their list, or by field for the values of an enum. */
  readonly choices: Readonly<Record<string, Readonly<Record<string, string>>>>;
}
