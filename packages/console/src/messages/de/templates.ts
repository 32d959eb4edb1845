import type { Translation } from '../catalogue.ts';
import type { templates as english } from '../en/templates.ts';

export const templates: Translation<typeof english> = {
  title: 'Workflow-Vorlagen',
  words: 'Aus einer Vorlage wird Ihr eigener Entwurf. Nichts läuft, bevor Sie ihn veröffentlichen.',
  blank: 'Leerer Workflow',
  use: 'Vorlage verwenden',
  useOf: 'Vorlage verwenden: {name}',
  startedBy: 'Gestartet durch',
  startedByCall: 'einen Aufruf Ihres Servers',
  startedByPerson: 'eine Person auf den gehosteten Seiten',
  startedByLists: 'die Änderung einer Liste',
  steps: 'Schritte',
  inputs: 'Eingaben',
  needs: 'Benötigt',
  needsLists: 'Listen ({engines})',
  needsGroups: 'Prüfgruppen ({groups})',
  needsWebhooks: 'Webhooks ({webhooks})',
  needsHosted: 'gehostete Seiten',
  'needsCodes-phone': 'SMS für Codes',
  'needsCodes-email': 'E-Mail für Codes',
  missing: 'Noch nicht vorhanden: {names}. Der Entwurf zeigt, wo Sie es ändern.',
  'name-screening': 'Namensprüfung',
  'purpose-screening':
    'Prüft Kunden, die Ihr Server oder eine Kollegin einreicht. Geringes Risiko wird automatisch genehmigt, alles andere geht in die Prüfung.',
  'name-kyc-hosted': 'Identitätsprüfung',
  'purpose-kyc-hosted':
    'Eine Person gibt Angaben, Erklärungen, Dokumente und einen Telefoncode ein. Prüft, bewertet und entscheidet.',
  'name-onboarding-decision': 'Onboarding-Entscheidung',
  'purpose-onboarding-decision':
    'Prüft Antragstellende, fragt Ihr CRM nach einer Stufe, bewertet und genehmigt, lehnt ab oder gibt in die Prüfung.',
  'name-kyb-hosted': 'Unternehmensprüfung',
  'purpose-kyb-hosted':
    'Ein Unternehmen gibt Daten, Eigentümer und Dokumente ein. Alle werden geprüft, und zwei Gruppen entscheiden.',
  'name-kyb-two-groups': 'Onboarding eines Unternehmens',
  'purpose-kyb-two-groups':
    'Prüft ein Unternehmen und die angegebenen Eigentümer, wendet die Eigentumsregeln von OFAC, EU und UK an und gibt den Fall an zwei Gruppen.',
  'name-transaction-check-sync': 'Transaktionsprüfung',
  'purpose-transaction-check-sync':
    'Prüft Auftraggeber und Empfänger einer Zahlung und antwortet im selben Aufruf.',
  'name-web3-transaction': 'Web3-Transaktion',
  'purpose-web3-transaction': 'Prüft Wallets und Namen, fragt per Webhook nach Risiken und entscheidet.',
  'name-monitoring': 'Laufende Überwachung',
  'purpose-monitoring':
    'Prüft überwachte Kunden erneut, wenn sich eine Liste geändert hat. Fälle ohne Treffer werden geschlossen.',
};
