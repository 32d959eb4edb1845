import { text, textIfKnown } from '../messages/text.ts';
import { personName } from '../session/people-names.ts';

interface ShownActor {
  readonly kind: string;
  readonly id: string;
  readonly name?: string | null;
}

/** Who did something, as people know them: an end user by the address of their link, never by a session or link id alone. */
export function actorLabel({ kind, id, name }: ShownActor): string {
  if (kind === 'end_user') return name ? text('ui.endUser', { name }) : text('ui.endUserOfLink', { id });
  if (kind === 'api_key') return text('ui.apiKey', { id });
  // Parts of the service that act by themselves, and ways by which operators act.
  if (kind === 'system') return textIfKnown(`ui.actor-${id}`) ?? text('ui.system', { id });
  if (kind === 'operator') return textIfKnown(`ui.operator-${id}`) ?? text('ui.operator', { id });
  return kind === 'user' ? personName(id) : id;
}
