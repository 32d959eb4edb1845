import type { Translation } from '../catalogue.ts';
import type { access as english } from '../en/access.ts';

export const access: Translation<typeof english> = {
  title: 'Zugriffstoken',
  words:
    'Mit einem Token liest ein Programm für Sie, etwa ein Assistent. Es ändert nichts und sieht nicht mehr, als Ihre Rollen erlauben.',
  create: 'Zugriffstoken erstellen',
  name: 'Name',
  nameWords: 'Zum späteren Wiedererkennen, zum Beispiel: Assistent auf meinem Laptop',
  domain: 'Geschäftsbereich',
  domainWords:
    'Nur Fälle, Kunden, Ausführungen, Nutzung und Audit-Einträge dieses Geschäftsbereichs. Listenstatus und Kontingente gehören dem ganzen Mandanten.',
  personalData: 'Personenbezogene Daten einschließen',
  personalDataWords:
    'Aus: nur Zustände, Anzahlen, Scores und Zeiten. Ein: Namen, Geburtsdaten, Gründe und alles Weitere, das Sie lesen dürfen, verlassen mit den Antworten diesen Dienst.',
  days: 'Läuft ab nach (Tagen)',
  createdTitle: 'Zugriffstoken erstellt',
  createdWords: 'Kopieren Sie es jetzt. Es wird nicht noch einmal angezeigt.',
  token: 'Zugriffstoken',
  startWords: 'Starten Sie den Server für Assistenten mit dem Token in GATEHOUSE_ACCESS_TOKEN:',
  expires: 'Läuft ab',
  lastUsed: 'Zuletzt verwendet',
  never: 'nie',
  included: 'personenbezogene Daten',
  ofPerson: 'Zugriffstoken von {email}',
  ofPersonWords:
    'Mit ihnen lesen Programme für diese Person. Keines sieht mehr, als die Rollen der Person zu dieser Zeit erlauben.',
  none: 'Keine Zugriffstoken.',
  revoke: 'Widerrufen',
  revokeNamed: '{name} widerrufen',
  revokeAsk: 'Zugriffstoken {name} widerrufen?',
  revokeWords: 'Programme, die es verwenden, werden sofort abgewiesen.',
};
