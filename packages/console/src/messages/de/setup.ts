import type { Translation } from '../catalogue.ts';
import type { setup as english } from '../en/setup.ts';

export const setup: Translation<typeof english> = {
  title: 'Einrichtung',
  progress: '{done} von {all} erledigt',
  hide: 'Checkliste ausblenden',
  done: 'Erledigt',
  toDo: 'Offen',
  'step-workflow': 'Einen Workflow veröffentlichen',
  'words-workflow': 'Er legt fest, was geprüft wird und wer entscheidet.',
  'open-workflow': 'Vorlage auswählen',
  'step-key': 'Einen API-Schlüssel erstellen',
  'words-key': 'Ihr Server signiert seine Aufrufe mit dem Geheimnis des Schlüssels.',
  'open-key': 'API-Schlüssel öffnen',
  'step-call': 'Einen ersten signierten Aufruf senden',
  'words-call':
    'Kopieren Sie ein Programm, in dem Ihr Schlüssel und Ihr Geschäftsbereich stehen, und führen Sie es auf Ihrem Rechner aus. Aufrufe aus der API-Referenz zählen nicht.',
  'open-call': 'Beispielaufruf öffnen',
  'step-lists': 'Sanktionslisten laden',
  'words-lists': 'Erledigt, wenn jede Liste geladen ist und rechtzeitig geprüft wurde.',
  listsByOthers:
    'Das erledigt, wer die Installation betreibt. Erledigt, wenn jede Liste geladen ist und rechtzeitig geprüft wurde.',
  'open-lists': 'Listen öffnen',
  'step-case': 'Einen ersten Fall entscheiden',
  'words-case': 'Prüfen Sie einen Namen, senden Sie ihn an den Fall-Workflow und erledigen Sie den Fall.',
  'open-case': 'Namen prüfen',
  'step-webhook': 'Eine Antwort Ihres Webhooks erhalten',
  'words-webhook': 'Tragen Sie die Adresse Ihres Servers ein und senden Sie einen Test.',
  'open-webhook': 'Webhooks öffnen',
  'step-colleague': 'Eine Kollegin oder einen Kollegen einladen',
  'words-colleague': 'Dann können Entscheidungen eine zweite Person erfordern.',
  'open-colleague': 'Personen öffnen',
};
