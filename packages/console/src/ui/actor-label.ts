interface ShownActor {
  readonly kind: string;
  readonly id: string;
  readonly name?: string | null;
}

/** Parts of the service that act by themselves, and ways by which operators act, as people know them. */
const systemNames: Readonly<Record<string, string>> = {
  interpreter: 'System (workflow)',
  lists: 'System (list updates)',
  messages: 'System (e-mail and SMS)',
  monitoring: 'System (monitoring)',
  promote: 'Promotion from another environment',
  provision: 'Tenant file',
  quickscan: 'System (quick scan)',
  seal: 'System (audit log)',
  'single-sign-on': 'System (single sign-on)',
  webhooks: 'System (webhooks)',
};
const operatorNames: Readonly<Record<string, string>> = {
  command: 'Operator (command line)',
  gatehouse: 'Operator (command line)',
  reference: 'Operator (reference data)',
};

/** Who did something, as people know them: an end user by the address of their link, never by a session or link id alone. */
export function actorLabel({ kind, id, name }: ShownActor): string {
  if (kind === 'end_user') return name ? `End user ${name}` : `End user (link ${id})`;
  if (kind === 'api_key') return `API key ${id}`;
  if (kind === 'system') return systemNames[id] ?? `System (${id})`;
  if (kind === 'operator') return operatorNames[id] ?? `Operator ${id}`;
  return id;
}
