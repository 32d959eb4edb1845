import type { Translation } from '../catalogue.ts';
import type { manual as english } from '../en/manual.ts';

export const manual: Translation<typeof english> = {
  keySearch: 'rechercher des pages, dossiers, clients et actions',
  keyNextCase: 'dossier suivant',
  keyFind: 'rechercher',
  keyHit: 'sélectionner une correspondance du dossier',
  keyRule: 'qualifier : vraie correspondance, faux positif, indéterminée',
  keySelectHits:
    'sélectionner une correspondance, ou toutes celles affichées : T, F et U les qualifient alors toutes',
  keyContradicting: 'correspondances dont la naissance, le pays ou le sexe se contredisent',
  keyUnresolved: 'correspondances à trancher, toutes les correspondances',
  keyClaim: 'prendre en charge',
  keyDecide: 'approuver ou transmettre au groupe suivant, rejeter',
  keyNote: 'ajouter une note, joindre un fichier',
  keyPrint: 'imprimer un dossier ou un contrôle, ou l’enregistrer en PDF',
  keyReview: 'dans la vérification des documents : accepter, rejeter, redemander',
  keyAssign: 'sélectionner une ligne, assigner les dossiers sélectionnés',
  keyExport: 'enregistrer le rapport d’un dossier, exporter la liste des dossiers',
  keyConfirm: 'valider une boîte de dialogue',
  goTo: 'aller à {page}',
  shortcuts: 'Raccourcis clavier',
  docs: 'Dans la documentation : {page}',
  yours: 'Vos rôles comprennent {permissions}.',
  notYours: 'Vos rôles ne comprennent pas {permissions}.',
};
