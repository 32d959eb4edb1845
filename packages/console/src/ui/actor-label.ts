interface ShownActor {
  readonly kind: string;
  readonly id: string;
  readonly name?: string | null;
}

/** Who did something, as people know them: an end user by the address of their link, never by a session or link id alone. */
export function actorLabel({ kind, id, name }: ShownActor): string {
  if (kind === 'end_user') return name ? `End user ${name}` : `End user (link ${id})`;
  return kind === 'api_key' ? `API key ${id}` : id;
}
