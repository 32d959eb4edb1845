import type { Translation } from '../catalogue.ts';
import type { rescreening as english } from '../en/rescreening.ts';

export const rescreening: Translation<typeof english> = {
  again: 'Wiederholte Prüfung',
  run: 'Erneut ausführen',
  about:
    'Die Prüfung läuft noch einmal mit den Listen, der Beobachtungsliste, den Einstellungen und der Engine ihres Tages. Die Treffer werden Byte für Byte verglichen. Das Audit-Protokoll hält es fest.',
  lists: 'Listenversionen: {lists}',
  runOn: 'Engine {version} (SHA-256 ihrer Datei {sha256}), unter Node {node} mit ICU {icu}',
  otherIcu:
    'Die Engine wurde unter ICU {icu} archiviert. Eine andere ICU liest manche Namen vielleicht anders.',
  engine: 'Engine',
  subject: 'Subjekt',
  hits: 'Treffer',
  result: 'Ergebnis',
  same: 'Dieselben Treffer, Byte für Byte',
  different: 'Verschieden: {hits}',
  'is-missing': 'nicht wieder gefunden',
  'is-added': 'erst jetzt gefunden',
  'is-changed': 'geändert',
  notRepeatable: 'Nicht wiederholbar: {why}',
  nobody: 'Diese Ausführung hat niemanden geprüft.',
  erased:
    'Die Daten wurden gelöscht, auf Antrag oder am Ende ihrer Aufbewahrungsfrist. Die Einträge im Audit-Protokoll bleiben: {records}',
  versionUnknown: 'die Version {version} von {list} ist nicht gespeichert',
  fileMissing: 'die Datei {file} von {list} {version} fehlt (SHA-256 {sha256})',
  fileChanged: 'die Datei {file} von {list} {version} wurde verändert (SHA-256 {sha256} stimmt nicht mehr)',
  engineNotKept: 'die Engine {version} ist nicht aufbewahrt',
  engineChanged: 'die Datei der Engine {version} ist nicht die archivierte',
  watchlistNotKept: 'die Beobachtungsliste wird erst seit {at} in Versionen aufbewahrt',
  watchlistErased: 'Einträge der Beobachtungsliste wurden gelöscht: {entries}',
  outside: '{engine} hat einen fremden Server gefragt; die Belege sind aufbewahrt',
  subjectNotKept: 'das Subjekt ist nicht mehr gespeichert',
  nameTitle: 'Name an einem Tag',
  nameAbout:
    'Wäre ein Name an einem Tag ein Treffer gewesen, und durch welche Listenversion? Das kostet keine Credits.',
  individual: 'Person',
  business: 'Unternehmen',
  date: 'Datum',
  screen: 'Prüfen',
  noLists: 'Zu diesem Zeitpunkt war keine Liste aktiv.',
  score: 'Score',
  listVersion: 'Listenversion',
  found_one: '{count} Treffer am {at}',
  found_other: '{count} Treffer am {at}',
};
