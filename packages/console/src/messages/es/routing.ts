import type { Translation } from '../catalogue.ts';
import type { routing as english } from '../en/routing.ts';

export const routing: Translation<typeof english> = {
  started: 'Los envíos inician este flujo',
  replaced: 'Los envíos inician {workflow} en su lugar',
  startsOn: 'se inicia con {event}',
  notStarted: 'Publicado, pero los envíos inician otro flujo',
  startsInstead:
    'Los envíos del tipo «{event}» con el origen {source} en el dominio {domain} inician {workflow}: de varios flujos, el último publicado. Solo un envío que indique este flujo por su ID lo inicia.',
  wayBack: 'Publique este de nuevo para que los envíos lo inicien.',
  publishAgain: 'Publicar de nuevo',
  replaces: 'Sustituye a {workflow}',
  replacesWords:
    'Los envíos del tipo «{event}» con el origen {source} en el dominio {domain} inician actualmente {workflow}. En cuanto se publique este flujo, iniciarán este en su lugar.',
  leaves: 'Deja de iniciarse con {event}',
  leavesNone:
    'Los envíos del tipo «{event}» con el origen {source} en el dominio {domain} no inician entonces ningún flujo y se rechazan.',
  leavesTo:
    'Los envíos del tipo «{event}» con el origen {source} en el dominio {domain} inician entonces {workflow}.',
};
