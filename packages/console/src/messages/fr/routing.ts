import type { Translation } from '../catalogue.ts';
import type { routing as english } from '../en/routing.ts';

export const routing: Translation<typeof english> = {
  started: 'Les soumissions démarrent ce workflow',
  replaced: 'Les soumissions démarrent {workflow} à la place',
  startsOn: 'démarre sur {event}',
  notStarted: 'Publié, mais les soumissions démarrent un autre workflow',
  startsInstead:
    'Les soumissions du type « {event} » avec la source {source} dans le domaine {domain} démarrent {workflow} : de plusieurs workflows, le dernier publié. Seule une soumission qui désigne ce workflow par son ID le démarre.',
  wayBack: 'Publiez celui-ci à nouveau pour que les soumissions le démarrent.',
  publishAgain: 'Publier à nouveau',
  replaces: 'Remplace {workflow}',
  replacesWords:
    'Les soumissions du type « {event} » avec la source {source} dans le domaine {domain} démarrent actuellement {workflow}. Dès que ce workflow est publié, elles démarrent celui-ci à la place.',
  leaves: 'Ne démarre plus sur {event}',
  leavesNone:
    'Les soumissions du type « {event} » avec la source {source} dans le domaine {domain} ne démarrent alors aucun workflow et sont refusées.',
  leavesTo:
    'Les soumissions du type « {event} » avec la source {source} dans le domaine {domain} démarrent alors {workflow}.',
};
