import type { Translation } from '../catalogue.ts';
import type { routing as english } from '../en/routing.ts';

export const routing: Translation<typeof english> = {
  started: 'Einreichungen starten diesen Workflow',
  replaced: 'Einreichungen starten stattdessen {workflow}',
  startsOn: 'startet bei {event}',
  notStarted: 'Veröffentlicht, aber Einreichungen starten einen anderen Workflow',
  startsInstead:
    'Einreichungen vom Typ „{event}“ mit der Quelle {source} im Geschäftsbereich {domain} starten {workflow}: von mehreren Workflows den zuletzt veröffentlichten. Nur eine Einreichung, die diesen Workflow mit seiner ID nennt, startet ihn.',
  wayBack: 'Veröffentlichen Sie ihn erneut, damit Einreichungen ihn starten.',
  publishAgain: 'Erneut veröffentlichen',
  replaces: 'Ersetzt {workflow}',
  replacesWords:
    'Einreichungen vom Typ „{event}“ mit der Quelle {source} im Geschäftsbereich {domain} starten derzeit {workflow}. Sobald dieser Workflow veröffentlicht ist, starten sie stattdessen diesen.',
  leaves: 'Startet nicht mehr bei {event}',
  leavesNone:
    'Einreichungen vom Typ „{event}“ mit der Quelle {source} im Geschäftsbereich {domain} starten dann keinen Workflow und werden abgelehnt.',
  leavesTo:
    'Einreichungen vom Typ „{event}“ mit der Quelle {source} im Geschäftsbereich {domain} starten dann {workflow}.',
};
