import { deAlterations } from '@gatehouse/contract/alterations/de';
import type { AssuranceWords } from './assurance-words.ts';

export const german: AssuranceWords = {
  title: (engine) => `Bericht über einen Screening-Test: ${engine}`,
  description: ({ engine, sha256 }) => `Screening-Test mit ${engine}; SHA-256 von report.json ${sha256}`,
  kicker: 'Bericht über einen Screening-Test',
  subject: (engine) => `Screening-Test: ${engine}`,
  footer: (sha256) => `SHA-256 von report.json: ${sha256}`,
  sections: {
    tested: 'Was getestet wurde',
    method: 'Wie getestet wurde',
    figures: 'Hauptkennzahlen',
    byFact: 'Erkennungsquote nach geprüfter Angabe',
    byList: 'Erkennungsquote nach Liste und Art',
    byWay: 'Erkennungsquote nach Veränderung',
    lowest: 'Niedrigste Erkennungsquoten',
    alerts: 'Alarme bei Kontrolldatensätzen',
    threshold: 'Schwelle',
    below: 'Unter der Schwelle',
    missed: 'Verfehlte Datensätze',
    limits: 'Was dieser Bericht nicht zeigt',
    demands: 'Was Aufsichtsbehörden verlangen',
    verify: 'Wie man diesen Bericht nachprüft',
  },
  facts: {
    engine: 'Engine',
    defaults: 'Vorgaben der Engine',
    settings: 'Einstellungen',
    settingsFrom: 'Einstellungen aus',
    workflow: ({ workflow, version, node }) => `Workflow ${workflow}, Version ${version}, Knoten ${node}`,
    chosen: 'Für diesen Test gewählt',
    minScore: 'Nötiger Score für einen Treffer',
    minNameScore: 'Nötiger Namensscore',
    exactOnly: 'Nur exakte Namen',
    weakAliases: 'Schwache Aliasse',
    weak: { all: 'Wie andere Namen', exact: 'Nur bei exakter Übereinstimmung', none: 'Nicht durchsucht' },
    maxHits: 'Höchstzahl der Treffer je Datensatz',
    listed: 'Datensätze mit erwartetem Treffer',
    clean: 'Kontrolldatensätze',
    seed: 'Startwert',
    file: 'Testsatz (SHA-256)',
    gatehouse: 'Version von Gatehouse',
    engineVersion: 'Engine-Version',
    runtime: 'Node.js und Unicode',
    time: 'Zeit des Tests',
    timeAttested: 'In attestation.json',
    timeUnknown: 'Nicht aufgezeichnet',
    hash: 'report.json (SHA-256)',
  },
  result: {
    title: 'Ergebnis',
    exact: (share) => `Datensätze, wie die Listen sie veröffentlichen: ${share} gefunden`,
    altered: (share) => `Veränderte Datensätze: ${share} gefunden`,
    own: (share) => `Datensätze mit erwartetem Treffer: ${share} gefunden`,
    alerts: (share) => `Kontrolldatensätze: ${share} mit Alarm`,
    none: 'keine Datensätze',
    share: (one) =>
      `${one.percent} (${one.count} von ${one.of}; 95\u00a0% Konfidenz: ${one.lower} bis ${one.upper})`,
    noJudgement:
      'Dieser Bericht nennt Messwerte. Ob sie für die Risiken eines Instituts genügen, sagt er nicht.',
  },
  columns: {
    measure: 'Kennzahl',
    list: 'Liste',
    source: 'ID',
    version: 'Version',
    type: 'Art',
    fact: 'Geprüfte Angabe',
    way: 'Veränderung',
    recall: 'Erkennungsquote',
    alertRate: 'Alarmquote',
    bounds: '95\u00a0% Konfidenz',
    records: 'Datensätze',
    available: 'In der Liste',
    tested: 'Getestet',
    sameName: 'Namensgleich',
    threshold: 'Schwelle',
    reason: 'Grund',
    meaning: 'Bedeutung',
    count: 'Anzahl',
    published: 'Veröffentlicht',
    screened: 'Geprüft',
    score: 'Nächster Score',
    who: 'Wer',
    asked: 'Was verlangt wird',
    part: 'Teil dieses Berichts',
    read: 'Grundlage',
  },
  bounds: ({ lower, upper }) => `${lower} bis ${upper}`,
  countOf: ({ count, of }) => `${count} von ${of}`,
  measures: {
    exact: 'Gefunden, wie veröffentlicht',
    altered: 'Gefunden, verändert',
    alteredStrong: 'Gefunden, verändert, ohne schwache Aliasse',
    own: 'Gefunden, eigener Testsatz',
    first: 'Gefundene Einträge an erster Stelle',
    firstFive: 'Gefundene Einträge unter den ersten fünf',
    alerts: 'Alarme bei Kontrolldatensätzen',
  },
  method: {
    pack: 'Vier von fünf Datensätzen werden aus Einträgen der aktiven Listen gebildet, bis zu einer von fünf ist ein Kontrolldatensatz. Welche Einträge es sind, bestimmt der Startwert: Gleiche Listen, gleicher Startwert, gleiche Anzahl und gleiche Version von Gatehouse ergeben dieselben Datensätze.',
    own: 'Die Datensätze und ihre erwarteten Ergebnisse kommen aus einer Datei des Instituts. Ihr SHA-256 bezeichnet sie eindeutig.',
    equal:
      'Jede Liste, Art und geprüfte Angabe hat gleich viele Datensätze, soweit die Liste genug enthält. Kleine Listen zählen so viel wie große. Gesamtwerte sind daher keine Vorhersage für Kunden eines Instituts.',
    ways: 'Einer von fünf Datensätzen aus einer Liste wird so geprüft, wie die Liste ihn veröffentlicht. Die anderen werden auf die Arten verändert, die dieser Bericht nennt.',
    found:
      'Ein Datensatz gilt als gefunden, wenn sein eigener Listeneintrag unter den Treffern ist. Ein Treffer auf einen anderen Eintrag zählt nicht.',
    clean:
      'Kontrolldatensätze sind erfundene Personen, Unternehmen und Schiffe, die auf keiner Liste stehen. Manche tragen genau den Namen eines Eintrags, wie es auch bei Kunden vorkommt. Alarme zu ihnen gehören zur Alarmquote. Wie viele Alarme genau den Namen betreffen, steht in einer eigenen Spalte.',
    customers:
      'Kontrolldatensätze sind eine Stichprobe eigener Kunden des Instituts, gezogen nach dem Startwert. Ob manche von ihnen gelistet sind, weiß vor der Prüfung niemand.',
    interval:
      'Zu jedem Anteil stehen die Grenzen, zwischen denen der wahre Anteil mit 95\u00a0% Konfidenz liegt (Konfidenzintervall nach Wilson). Sie setzen voneinander unabhängige Datensätze voraus. Wo die Abdeckung mehr Tests als Angaben zeigt, wurde dieselbe Angabe mehrmals geprüft, und die wahren Grenzen liegen weiter auseinander.',
    apart: 'Der Test legt keinen Kunden und keinen Fall an und sendet nichts an andere.',
    terms: {
      title: 'Begriffe',
      recall: 'Anteil der aus Listeneinträgen gebildeten Datensätze, die gefunden wurden',
      alertRate: 'Anteil der Kontrolldatensätze, die einen Treffer hatten',
      score:
        'Wie ähnlich ein Datensatz und ein Listeneintrag sind, von 0 bis 1, nach dem Namen und den anderen Angaben, die beide haben',
      nameScore: 'Dasselbe nach den Namen allein',
      weak: 'Alias, den der Herausgeber der Liste schwach oder von geringer Güte nennt',
      identifier:
        'Nummer eines Dokuments, einer Registrierung, eines Schiffs, eines Luftfahrzeugs oder einer Bank',
      wallet: 'Adresse von Kryptowerten',
      seed: 'Zahl, die bestimmt, welche Einträge gezogen und wie sie verändert werden',
      nameScoreTitle: 'Namensscore',
    },
    coverage: 'Abdeckung',
    coverageNote:
      'Wie viele Angaben jeder Art die Listen enthalten und wie viele Datensätze sie prüften. Ein Name kann in mehreren Veränderungen geprüft sein.',
  },
  figuresNote: 'Anteile nach Platz beziehen sich nur auf gefundene Einträge.',
  lowestNote: (count) =>
    `Kombinationen aus Liste, Art, Angabe und Veränderung mit mindestens ${count} Datensätzen, die niedrigste Erkennungsquote zuerst. Alle stehen in figures.csv.`,
  noLowest: (count) =>
    `Keine Kombination aus Liste, Art, Angabe und Veränderung unter 100 % hat ${count} oder mehr Datensätze. Alle stehen in figures.csv.`,
  listsNote:
    'Eine Version ist das Datum des Herausgebers, wenn seine Datei eines nennt, und ein Hash der Datei.',
  wayNote:
    'figures.csv nennt die Codes der Veränderungen. Die Dokumentation von Gatehouse erklärt jede (auf Englisch).',
  weakNote: {
    exact:
      'Diese Einstellungen lassen einen schwachen Alias nur mit denselben Wörtern gelten. Schwache Aliasse mit veränderten Wörtern werden meist verfehlt.',
    none: 'Schwache Aliasse verfehlen diese Einstellungen, die sie nicht durchsuchen.',
    counted: 'Die Tabellen der Erkennungsquoten zählen sie mit, wo nichts anderes steht.',
    leftOut: 'Schwache Aliasse fehlen hier.',
  },
  lowestBounds:
    'Von vielen kleinen Gruppen haben manche zufällig eine niedrige Erkennungsquote: Beachten Sie die Grenzen.',
  noAlerts: 'Der Testsatz hat keine Datensätze, die nichts finden sollen.',
  threshold: {
    workingPoint: ({ score, recall, alertRate }) =>
      `Arbeitspunkt: Score ${score}, Erkennungsquote ${recall}, Alarmquote ${alertRate}`,
    note: 'Die Kurve legt eine Schwelle allein an den Gesamtscore an. Der Arbeitspunkt stammt aus der Prüfung mit den Einstellungen selbst, die mehr verlangen können, etwa einen exakten Namen.',
    point: 'Nötiger Score',
  },
  below: {
    note: 'Kunden des Instituts neben Listeneinträgen, die die Einstellungen nicht finden, nach Score. Aus jedem Band zog der Startwert eine Stichprobe. Die Konsole zeigt den Score eines Paars erst, wenn jemand darüber entschieden hat.',
    open: 'Noch hat nicht jedes Band eine Entscheidung, daher gibt es keine Schätzung.',
    estimate: (of) =>
      `Geschätzte Übereinstimmungen, die die Einstellungen unter ${of.customers} Kunden verfehlen: ${of.count} (${of.lower} bis ${of.upper}). Die Grenzen sind die Summe der Grenzen aller Bänder, jede mit 95\u00a0% Konfidenz.`,
    none: 'Kein Kunde steht neben einem Eintrag mit einem Score ab 0,50, den die Einstellungen nicht finden.',
    columns: {
      band: 'Score',
      pairs: 'Paare',
      drawn: 'Gezogen',
      ruled: 'Entschieden',
      matches: 'Übereinstimmungen',
      unsure: 'Nicht entscheidbar',
      share: 'Anteil der Übereinstimmungen',
    },
  },
  missed: {
    none: 'Nichts wurde verfehlt.',
    nearest: 'Einem Treffer am nächsten',
    shown: ({ shown, count }) =>
      `${shown} von ${count}, die einem Treffer nächsten zuerst. Alle stehen in missed.csv.`,
    below: 'unter 0,50',
  },
  reasons: {
    'not-listed': [
      'Nicht in der aktiven Liste',
      'Die aktive Liste hat keinen Eintrag mit der erwarteten ID.',
    ],
    capped: [
      'Mehr Treffer als gezeigt werden',
      'Der Eintrag wäre ein Treffer. Mehr Treffer waren besser, als die Einstellungen zeigen.',
    ],
    'weak-alias': [
      'Nur schwacher Alias',
      'Nur ein schwacher Alias stimmte überein, und die Einstellungen lassen ihn nur exakt gelten.',
    ],
    'below-threshold': [
      'Unter der Schwelle',
      'Der Eintrag erreicht einen kleineren Score, als die Einstellungen verlangen.',
    ],
    'not-similar': ['Score unter 0,50', 'Der Eintrag erreicht einen Score unter 0,50.'],
  },
  ways: deAlterations,
  factNames: {
    primary: 'Hauptname',
    strong: 'Alias',
    weak: 'Schwacher Alias',
    former: 'Früherer Name',
    original: 'Name in Originalschrift',
    'birth-date': 'Name mit Geburtsdatum',
    identifier: 'Kennung',
    wallet: 'Wallet-Adresse',
    customers: 'Eigene Kunden',
    'made-up': 'Erfundene Datensätze',
    file: 'Eigener Testsatz',
  },
  types: {
    individual: 'Person',
    corporate: 'Organisation',
    vessel: 'Schiff',
    aircraft: 'Luftfahrzeug',
    other: 'Andere',
    any: 'Beliebig',
  },
  limits: {
    engine:
      'Getestet wurde die Engine mit den genannten Einstellungen. Der Workflow um sie herum lief nicht.',
    lists:
      'Ob die Listen vollständig sind und ob die Systeme des Instituts jeden Namen senden, wurde nicht getestet.',
    watchlist: 'Die Beobachtungsliste des Instituts wurde nicht getestet.',
    payments: 'Zahlungsnachrichten wurden nicht getestet.',
    alterations:
      'Veränderte Datensätze sind hergestellt, nicht beobachtet. Ihre Anteile sind nicht die echter Daten. Tippfehler und Rechtsformen haben lateinische Buchstaben, auch in Namen anderer Schriften.',
    customers:
      'Kontrolldatensätze sind erfunden. Ihre Alarmquote ist keine Vorhersage für Kunden des Instituts.',
    untested: (facts) =>
      `Für diese Angaben haben die Listen keinen Datensatz, sie wurden daher nicht getestet: ${facts}`,
    people: 'Wie Menschen über Alarme entscheiden, wurde nicht getestet.',
    belowLine: 'Was die Schwelle bei Kunden verfehlt, wurde nicht aus Entscheidungen von Menschen geschätzt.',
  },
  demandsNote:
    'Die letzte Spalte nennt die Grundlage der Zeile: öffentliche Zusammenfassungen, sofern nichts anderes steht. Der Text, der ein Institut bindet, ist zu prüfen. Dieser Bericht leistet nicht mehr als die dritte Spalte.',
  demands: [
    [
      'EBA, GL/2024/14 und GL/2024/15',
      'Kalibrierung und Test des Screenings vor dem Einsatz und mindestens jährlich, auch mit veränderten Datensätzen; erklärbare Ergebnisse',
      'Erkennungsquote nach Veränderung; Schwelle; verfehlte Datensätze mit Gründen; Versionen und Einstellungen',
      'Zusammenfassungen von finanssivalvonta.fi (Mitteilung 32/2025) und aml-analytics.com',
    ],
    [
      'FCA, Werkzeug für Sanktionsscreening',
      'Etwa 100.000 erfundene und veränderte Datensätze: exakt, verändert, Aliasse, Unternehmen. Institute konnten Ergebnisse nicht erklären',
      'Erkennungsquote wie veröffentlicht und verändert, nach Angabe und Art; jeder verfehlte Datensatz mit Grund',
      'Zusammenfassungen von thistleinitiatives.co.uk und malverde.co.uk',
    ],
    [
      'MAS, Informationspapier zum Namensscreening (2022)',
      'Kein blindes Vertrauen in Parameter von Anbietern; fortlaufende Tests; Stichproben geschlossener Alarme',
      'Einstellungen und Schwelle. Stichproben geschlossener Alarme sind nicht Teil dieses Berichts',
      'Zusammenfassung von heka.ai',
    ],
    [
      'CBUAE, Leitfaden 3.7',
      'Tests vor dem Einsatz an Stichproben oder früheren Daten; unabhängige Validierung',
      'Startwert, Versionen und Hash, mit denen andere den Test wiederholen. Die Validierung selbst ist nicht Teil dieses Berichts',
      'rulebook.centralbank.ae/node/975, Text nicht gelesen',
    ],
    [
      'NYDFS, 3 NYCRR 504',
      'Durchgängige Tests vor und nach dem Einsatz; Dokumentation; jährliche Erklärung',
      'Dokumentation für den Teil der Engine. Er ist kein durchgängiger Test und keine Erklärung',
      'Fragen und Antworten der Behörde (dfs.ny.gov); Verordnung nicht gelesen',
    ],
    [
      'Wolfsberg Group, Leitfaden zum Sanktionsscreening (2019)',
      'Risikobasierte Wahl von Listen und Merkmalen; belegte Einstellung; Tests unter der Schwelle',
      'Schwelle; verfehlte Datensätze bis zu einem Score von 0,50; Entscheidungen über eine Stichprobe unter der Schwelle, wenn Kunden geprüft wurden',
      'Zusammenfassungen; Leitfaden nicht gelesen',
    ],
    [
      'OFAC, FAQ 122',
      'Schwache Aliasse müssen nicht geprüft werden',
      'Erkennungsquote schwacher Aliasse getrennt von allen anderen',
      'ofac.treasury.gov/faqs/122, nicht gelesen',
    ],
    [
      'OFAC, FAQ 398 bis 402',
      'Eigentum gesperrter Personen von zusammen 50 Prozent oder mehr',
      'Nicht Teil dieses Berichts',
      'ofac.treasury.gov/faqs, nicht gelesen',
    ],
    [
      'EU, Verordnung 2024/886 (Echtzeitzahlungen)',
      'Prüfung der Kunden sofort nach jeder neuen Listung und täglich',
      'Nicht Teil dieses Berichts: Er prüft, was gefunden wird, nicht wann',
      'Zusammenfassung von startkyc.com',
    ],
    [
      'EU, Verordnung 2024/1624 (ab 10. Juli 2027)',
      'Wirtschaftlich Berechtigte ab 25 Prozent; Aufbewahrung für fünf Jahre',
      'Nicht Teil dieses Berichts',
      'Zusammenfassung von anti-money-laundering.eu',
    ],
  ],
  verify: {
    hash: 'Vergleichen Sie den SHA-256 von report.json mit dem dieses Berichts. Die Werte hier stammen allein aus dieser Datei.',
    audit:
      'Dieser Bericht nennt keine Zeit, damit ein wiederholter Test dieselben Bytes ergibt. attestation.json enthält die Hashes der Dateien, die Zeit, die Nummer des Audit-Eintrags und eine Signatur. Das Audit-Protokoll enthält dieselben Hashes.',
    notAttested:
      'Bei diesem Test war kein Mandant genannt. Daher verbürgen ihn kein Audit-Eintrag und keine Signatur, und seine Zeit ist nicht aufgezeichnet.',
    rulings:
      'Die Entscheidungen über Paare unter der Schwelle und die Schätzung daraus stammen aus der Konsole.',
    again: (command) => `Wiederholen Sie den Test mit denselben Versionen und Listen:\n${command}`,
    againFile:
      'Wiederholen Sie den Test mit denselben Versionen, Listen und demselben Testsatz. report.json ist dann Byte für Byte gleich.',
    againService:
      'Wiederholen Sie den Test in der Konsole mit demselben Startwert, derselben Anzahl und denselben Einstellungen. Mit denselben Versionen und Listen ist report.json Byte für Byte gleich.',
  },
};
