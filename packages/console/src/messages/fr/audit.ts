import type { Translation } from '../catalogue.ts';
import type { audit as english } from '../en/audit.ts';

export const audit: Translation<typeof english> = {
  title: 'Audit',
  filter: 'Filtrer',
  exportJsonLines: 'Exporter en JSON Lines',
  records: 'Enregistrements',
  object: 'Objet',
  details: 'Détails',
  noRecords: 'Aucun enregistrement correspondant.',
  asRecorded: 'Tel qu’enregistré',
  changedValue: '{after} (modifié)',
  none: 'aucun',
  yes: 'oui',
  no: 'non',
  entries_one: '{count} entrée',
  entries_many: '{count} entrées',
  entries_other: '{count} entrées',
  sealWords: 'Les enregistrements sont scellés dans une chaîne de blocs signés.',
  verify: 'Vérifier le journal d’audit',
  verifiedSoFar: '{count} enregistrements vérifiés',
  verified: 'Vérifié : aucune altération trouvée',
  verifyFailed: 'Échec de la vérification : le journal d’audit ne correspond pas à ses sceaux',
  verifiedWords: '{records} enregistrements dans {blocks} blocs vérifiés. Pas encore scellés : {unsealed}.',
  unsignedWords: 'Les blocs 1 à {last} sont antérieurs aux signatures de blocs. Un hachage signé les couvre.',
  latestBlock: 'Dernier bloc : {number}, {hash}',
  actExample: 'case.approve ou case.',
};
