import type { Translation } from '../catalogue.ts';
import type { audit as english } from '../en/audit.ts';

export const audit: Translation<typeof english> = {
  title: 'Audit',
  filter: 'Filtern',
  exportJsonLines: 'JSON Lines exportieren',
  records: 'Datensätze',
  object: 'Objekt',
  details: 'Einzelheiten',
  noRecords: 'Keine passenden Datensätze.',
  asRecorded: 'Wie aufgezeichnet',
  changedValue: '{after} (geändert)',
  none: 'leer',
  yes: 'ja',
  no: 'nein',
  entries_one: '{count} Eintrag',
  entries_other: '{count} Einträge',
  sealWords: 'Datensätze sind in einer Kette signierter Blöcke versiegelt.',
  verify: 'Audit-Protokoll prüfen',
  verifiedSoFar: '{count} Datensätze geprüft',
  verified: 'Geprüft: keine Manipulation gefunden',
  verifyFailed: 'Prüfung fehlgeschlagen: Das Audit-Protokoll passt nicht zu seinen Siegeln',
  verifiedWords: '{records} Datensätze in {blocks} Blöcken geprüft. Noch nicht versiegelt: {unsealed}.',
  unsignedWords: 'Die Blöcke 1 bis {last} sind älter als Blocksignaturen. Ein signierter Hash deckt sie ab.',
  latestBlock: 'Neuester Block: {number}, {hash}',
  actExample: 'case.approve oder case.',
};
