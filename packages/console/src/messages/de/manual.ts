import type { Translation } from '../catalogue.ts';
import type { manual as english } from '../en/manual.ts';

export const manual: Translation<typeof english> = {
  keySearch: 'Seiten, Fälle, Kunden und Aktionen suchen',
  keyNextCase: 'nächster Fall',
  keyFind: 'suchen',
  keyHit: 'einen Treffer des Falls auswählen',
  keyRule: 'entscheiden: echter Treffer, Fehltreffer, ungeklärt',
  keySelectHits:
    'einen Treffer oder alle gezeigten Treffer auswählen: T, F und U entscheiden dann über alle davon',
  keyContradicting: 'Treffer, deren Geburtsdatum, Land oder Geschlecht widerspricht',
  keyUnresolved: 'offene Treffer, alle Treffer',
  keyClaim: 'übernehmen',
  keyDecide: 'genehmigen oder an die nächste Gruppe weitergeben, ablehnen',
  keyNote: 'Notiz hinzufügen, Datei anhängen',
  keyPrint: 'Fall oder Prüfung drucken oder als PDF speichern',
  keyReview: 'bei der Dokumentenprüfung: annehmen, ablehnen, erneut anfordern',
  keyAssign: 'eine Zeile auswählen, die ausgewählten Fälle zuweisen',
  keyExport: 'Bericht eines Falls speichern, Fallliste exportieren',
  keyConfirm: 'einen Dialog bestätigen',
  goTo: '{page} öffnen',
  shortcuts: 'Tastenkürzel',
  docs: 'In der Dokumentation: {page}',
  yours: 'Ihre Rollen enthalten {permissions}.',
  notYours: 'Ihre Rollen enthalten nicht {permissions}.',
};
