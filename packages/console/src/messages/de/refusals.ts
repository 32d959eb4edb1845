export const refusals = {
  missingPermission: 'Ihre Rollen erlauben das nicht (Berechtigung {permission})',
  notByToken: 'mit einem Zugriffstoken ist dieser Aufruf nicht möglich',
  tokenHidesPersonalData:
    'das Zugriffstoken zeigt keine personenbezogenen Daten, und dieser Aufruf hat nichts anderes',
  tokenFilter:
    'das Zugriffstoken zeigt keine personenbezogenen Daten, und dieser Filter würde etwas über eine Person verraten',
  tooManyTokens: 'Sie haben schon {count} Zugriffstoken: Widerrufen Sie zuerst eines',
  addressUnreadable: 'die URL lässt sich nicht dekodieren',
  bodyMissing: 'der Inhalt der Anfrage fehlt',
  bodyNotFile: 'der Inhalt muss application/octet-stream sein',
  serviceStopping: 'der Dienst wird gerade beendet',
  storeLost:
    'die Verbindung zum Datenspeicher ging verloren: Laden Sie neu, um zu sehen, ob die Aktion ausgeführt wurde',
  objectStoreUnreachable: 'der Objektspeicher ist nicht erreichbar',
  fileErased: 'der Schlüssel der Datei ist gelöscht: Niemand kann sie lesen',
  tooManyAttemptsMinutes_one:
    'Zu viele Versuche für dieses Konto oder von dieser Adresse. Versuchen Sie es in {count} Minute erneut.',
  tooManyAttemptsMinutes_other:
    'Zu viele Versuche für dieses Konto oder von dieser Adresse. Versuchen Sie es in {count} Minuten erneut.',
  tooManyAttemptsHours_one:
    'Zu viele Versuche für dieses Konto oder von dieser Adresse. Versuchen Sie es in {count} Stunde erneut.',
  tooManyAttemptsHours_other:
    'Zu viele Versuche für dieses Konto oder von dieser Adresse. Versuchen Sie es in {count} Stunden erneut.',
  passwordWrong: 'das Passwort ist falsch',
  userExists: 'ein Benutzer mit dieser Adresse existiert bereits',
  onlyInviteWithoutPassword: 'nur ein aktivierter Benutzer ohne Passwort kann eingeladen werden',
  onlyResetWithPassword: 'nur ein aktivierter Benutzer mit Passwort kann es zurücksetzen',
  linkShownOnlyOnce:
    'diese Installation versendet keine E-Mails (GATEHOUSE_SMTP_URL); ein Link wird nur für Benutzer angezeigt, die sich noch nie angemeldet haben',
  noMail: 'diese Installation versendet keine E-Mails (GATEHOUSE_SMTP_URL)',
  operatorsInTenantFile: 'Betreiber können nur in der Mandantendatei geändert werden',
  noSetupInProgress: 'keine Einrichtung ist im Gange: Fordern Sie ein neues Geheimnis an',
  codeDiffers: 'entspricht nicht dem aktuellen Code der App',
  setUpCodesFirst: 'richten Sie zuerst Einmalcodes ein',
  tenantHasAdmins:
    'ein Benutzer des Mandanten hat sich angemeldet: Dessen eigene Administratoren laden jetzt ein',
  hasPassword: 'dieser Benutzer hat bereits ein Passwort und braucht keinen Link',
  linkGone: 'Der Link wurde verwendet, ist abgelaufen oder wurde durch einen neueren ersetzt.',
  signInExpired: 'die Anmeldung ist abgelaufen oder wurde bereits abgeschlossen: Beginnen Sie erneut',
  passkeyMismatch: 'der neue Passkey passt nicht zur Anfrage: Beginnen Sie erneut',
  passkeyRegistered: 'dieser Passkey ist bereits registriert',
  passkeyNotYours: 'der Passkey gehört nicht Ihnen',
  passkeysNeedHttps: 'Passkeys brauchen einen Hostnamen und https (GATEHOUSE_PUBLIC_URL)',
  caseReadOnly: 'Ihre Rollen erlauben keine Arbeit an Fällen',
  casePending:
    'die Entscheidung von {person}, diesen Fall {decision}, tritt gleich in Kraft: Nehmen Sie sie zuerst zurück',
  caseTookEffect: 'die Entscheidung ist in Kraft getreten: Der Fall ist {state}',
  caseNothingPending: 'keine Entscheidung steht aus: Sie wurde zurückgenommen, oder es wurde keine getroffen',
  caseWrongState: 'der Fall ist {state}; das ist nur möglich, solange er {state2} ist',
  caseGroupsFollow: 'andere Gruppen folgen auf {group}: Übernehmen Sie den Fall, bevor Sie ihn weitergeben',
  caseTakeFirst:
    'zwei Personen entscheiden diesen Fall: Übernehmen Sie ihn, bevor Sie eine Entscheidung vorschlagen',
  caseSamePerson:
    'zwei Personen entscheiden diesen Fall, und {person} war die erste: Eine andere Person muss bestätigen',
  caseUnresolvedHits_one:
    '{count} Treffer ist nicht entschieden: {hits}. Entscheiden Sie über jeden, echter Treffer oder Fehltreffer, bevor Sie genehmigen oder schließen',
  caseUnresolvedHits_other:
    '{count} Treffer sind nicht entschieden: {hits}. Entscheiden Sie über jeden, echter Treffer oder Fehltreffer, bevor Sie genehmigen oder schließen',
  caseRejectOnly:
    'ein echter Treffer, für den die Entscheidungsrichtlinie nur die Ablehnung zulässt: {hits}. Lehnen Sie den Fall ab',
  caseOwnWords:
    'ein echter Treffer ({hits}): Erläutern Sie mit eigenen Worten, in mindestens {length} Zeichen, wie Sie geprüft haben und warum das Risiko vertretbar ist',
  caseOwnWordsOfTwo:
    'ein echter Treffer, der eine zweite Genehmigung erfordert ({hits}): Erläutern Sie mit eigenen Worten, in mindestens {length} Zeichen, warum der Fall trotzdem genehmigt oder geschlossen werden kann; eine zweite Person bestätigt mit eigenen Worten',
  caseRepeatedReason:
    'die zweite genehmigende Person muss einen eigenen Grund schreiben: Dieser wiederholt den von {person}',
  caseContradictedReason: 'der Grund „{reason}“ trifft nicht zu',
  caseHasNoHits: 'der Fall hat keine Treffer',
  hitsAreTrueMatches: 'als echter Treffer eingestuft: {hits}',
  hitsAreNotRuledOn: 'noch nicht entschieden: {hits}',
  noSanctionsMatch: 'kein Treffer auf einer Sanktionsliste ist als echter Treffer eingestuft',
  noExposedMatch: 'kein Treffer zu einer politisch exponierten Person ist als echter Treffer eingestuft',
  ofHit: 'bei {name}',
  factMayBeSame: '{fact} stimmt möglicherweise überein',
  factAgrees: '{fact} stimmt überein',
  factContradicts: '{fact} widerspricht',
  caseNotAdmin: 'nur ein Administrator kann das tun',
  caseNotMember: 'nur Mitglieder von {group} können das tun',
  caseNotAssigned: 'der Fall ist niemandem zugewiesen: Übernehmen Sie ihn zuerst',
  caseAssignedTo: 'der Fall ist {person} zugewiesen',
  caseCancelNotConfigured:
    'das Abbrechen ist in dieser Installation nicht eingerichtet (GATEHOUSE_CANCELLED_STATUS)',
  caseReasonMissing: 'ein Grund ist erforderlich',
  caseAssigneeUnknown: 'diesen Benutzer gibt es nicht',
  caseAssigneeUnfit: 'die Rollen dieses Benutzers erlauben keine Arbeit an Fällen',
  caseAssigneeNotMember: 'dieser Benutzer ist kein Mitglied von {group} oder darf nicht an Fällen arbeiten',
  caseChanged: 'der Fall wurde geändert: Er ist jetzt {status}',
  caseChangedBy: 'der Fall wurde von {person} geändert: Er ist jetzt {status}',
  caseChangedAndAssigned: 'der Fall wurde geändert: Er ist jetzt {status}, zugewiesen an {assignee}',
  caseChangedByAndAssigned:
    'der Fall wurde von {person} geändert: Er ist jetzt {status}, zugewiesen an {assignee}',
  caseUnknown: 'diesen Fall gibt es nicht',
  caseReadAgain: 'der Fall wurde geändert: Lesen Sie ihn erneut',
  hitUnknown: 'dieser Fall hat keinen solchen Treffer',
  hitRuledMeanwhile: '{person} hat inzwischen darüber entschieden',
  hitEntriesNow: 'die Einträge dieser Entität sind jetzt {entries}',
  hitEntriesChanged: 'sind nicht mehr die Einträge dieser Entität: Es sind jetzt {entries}',
  hitTrueMatchInside:
    'enthält {entry}, von {person} als echter Treffer eingestuft: Trennen Sie ihn ab, oder entscheiden Sie zuerst über ihn allein',
  hitNoPair: 'ist kein Treffer desselben Subjekts auf einen anderen Eintrag',
  tooManyCaseViews: 'ist eine zu viel: {max} Ansichten sind gespeichert',
  tooManyCases: 'mehr als {max} Fälle passen: Filtern Sie nach Status, Gruppe oder Kunde',
  tooManyAuditRecords:
    'mehr als {max} Einträge passen: Filtern Sie nach Zeitraum (`from`, `to`), Aktion oder Objekt',
  reportTooLarge:
    'der Bericht dieses Falls braucht mehr Zeit oder Speicher, als ein Bericht brauchen darf: Exportieren Sie stattdessen das Nachweispaket',
  fileTooLarge: 'eine Datei darf höchstens 20 MB groß sein',
  documentNotAsked:
    'kein Schritt einer Verifizierung hat dieses Dokument verlangt: Fragen Sie den Kunden auf anderem Weg',
  documentNoAddress:
    'kein Verifizierungslink führte zu diesem Fall, daher ist keine E-Mail-Adresse bekannt: Fragen Sie den Kunden auf anderem Weg',
  executionEnded: 'die Ausführung ist bereits {status}',
  executionHasCase: 'die Ausführung hat den offenen Fall {caseNo}: Brechen Sie stattdessen den Fall ab',
  executionMovedOn: 'die Ausführung ist bei {node} angelangt: Sehen Sie sie sich erneut an',
  executionAtStart: 'die Ausführung ist an ihrem Anfang angelangt: Sehen Sie sie sich erneut an',
  executionCancelNotConfigured:
    'der Wert einer abgebrochenen Ausführung ist nicht konfiguriert: Setzen Sie GATEHOUSE_CANCELLED_STATUS (wire.cancelledStatus)',
  executionNotFailed:
    'die Ausführung ist {status}: Nur eine fehlgeschlagene Ausführung kann fortgesetzt werden',
  executionEntriesGone:
    'der Endnutzer hatte noch nicht abgesendet, und seine Eingaben wurden nur {days} Tage nach dem Fehler aufbewahrt: Senden Sie einen neuen Link',
  executionAbandoned: 'der Endnutzer hat die Verifizierung nicht abgeschlossen: Senden Sie einen neuen Link',
  executionTooOld:
    'sie schlug unter einer älteren Version von Gatehouse fehl, die keinen Punkt zum Fortsetzen speicherte: Reichen Sie den Kunden erneut ein',
  draftPublished: 'der gespeicherte Entwurf ist bereits veröffentlicht',
  shadowUnpublished: 'keine Version des Workflows ist veröffentlicht, neben der der Entwurf laufen könnte',
  shadowOtherEvent:
    'der Entwurf ist für ein anderes Ereignis oder eine andere Quelle als die veröffentlichte Version: Keine Einreichung passt zu beiden',
  shadowRunning: 'für diesen Workflow läuft bereits ein Schattenlauf: Beenden Sie ihn zuerst',
  shadowOver: 'für diesen Workflow läuft kein Schattenlauf',
  approvalRequested: '{person} hat bereits eine Genehmigung angefordert',
  approvalNone: 'es gibt keine offene Genehmigungsanfrage',
  approvalGone: 'es gibt keine offene Genehmigungsanfrage: Sie wurde zurückgezogen oder bereits beantwortet',
  erasureRequested: '{person} hat die Löschung dieses Kunden bereits beantragt',
  erasureAnswered: 'dieser Antrag ist bereits beantwortet',
  erasureOther: 'der Antrag gilt einem anderen Kunden als {customerId}',
  exportTooLarge:
    'die Dateien dieses Kunden sind größer als 3 GiB: Ein Betreiber exportiert sie mit gatehouse customers export in einen Ordner',
  erasureHeld_one: 'eine Löschsperre verbietet, diesen Kunden zu löschen',
  erasureHeld_other: '{count} Löschsperren verbieten, diesen Kunden zu löschen',
  erasureCasesOpen_one:
    'der Kunde hat einen offenen Fall: Entscheiden Sie ihn zuerst, oder brechen Sie ihn ab',
  erasureCasesOpen_other:
    'der Kunde hat {count} offene Fälle: Entscheiden Sie diese zuerst, oder brechen Sie sie ab',
  erasureRunning_one:
    'ein Workflow des Kunden ist nicht beendet: Brechen Sie ihn ab oder warten Sie sein Ende ab',
  erasureRunning_other:
    '{count} Workflows des Kunden sind nicht beendet: Brechen Sie sie ab oder warten Sie ihr Ende ab',
  holdOtherCase: 'der Kunde hat keinen Fall {caseNo}',
  holdReleased: 'diese Löschsperre ist bereits aufgehoben',
  holdReleaseRequested: '{person} hat die Aufhebung bereits beantragt',
  holdReleaseNotRequested: 'niemand hat die Aufhebung beantragt',
  relationshipEndsLater: 'die Geschäftsbeziehung kann nicht in der Zukunft enden',
  relationshipEndsEarlier: 'die Geschäftsbeziehung kann nicht vor 1900 enden',
  retentionRequested:
    '{person} hat bereits eine andere Frist beantragt: Beantworten Sie zuerst diesen Antrag',
  retentionAnswered: 'dieser Antrag ist bereits beantwortet',
  retentionSame: 'diese Frist gilt bereits',
  retentionBasis: 'nur die Frist für Kunden legt fest, ab wann sie zählt',
  retentionConfirmation: 'das ist nicht {expected}',
  retentionRunNotWaiting: 'dieser Lauf wartet auf niemanden',
  retentionRunEnded: 'dieser Lauf ist bereits beendet',
  retentionRunFuture: 'der Lauf zählt bis zu einem Zeitpunkt, der der Uhr voraus ist: Brechen Sie ihn ab',

  listsNotLoaded: 'die Namenslisten sind noch nicht geladen',
  billingBlocked: 'die Abrechnung dieses Mandanten ist gesperrt',
  searchNotReady: 'INTERNET_SEARCH ist nicht bereit',
  noSearchProvider: 'in dieser Installation ist kein Suchanbieter konfiguriert',
  noProviderReady: 'kein Suchanbieter ist bereit',
  noFeedLoaded: 'es wurde noch kein Feed geladen',
  noFeedSince: 'seit {since} wurde kein Feed erfolgreich gelesen',
  noCredits_one: 'die Credits für Schnellprüfungen reichen nicht für {count} Engine',
  noCredits_other: 'die Credits für Schnellprüfungen reichen nicht für {count} Engines',
  listsLoading: 'Die Listen werden gerade geladen: Versuchen Sie es gleich noch einmal.',
  scanNoResult: 'die Prüfung hat kein Ergebnis',
  scanKeyMissing:
    'der geprüfte Name ist nicht lesbar: Sein Schlüssel wurde gelöscht oder nicht mit der Datenbank wiederhergestellt',
  scanHasCase: 'aus dieser Prüfung wurde bereits ein Fall angefordert',
  sourceUnknown: '{source} ist keine konfigurierte Quelle',
  grantChanged: 'die zugeteilte Menge ist jetzt {amount}: Prüfen Sie sie erneut',
  domainForeign: '{domain} ist kein Geschäftsbereich dieses Mandanten',
  operationUnknown: '{operation} ist keine Operation',
  keyRevoked: 'der Schlüssel wurde widerrufen; das lässt sich nicht rückgängig machen',
  keyOverlap:
    'das vorherige Geheimnis ist noch gültig und das aktuelle in Gebrauch: Widerrufen Sie zuerst das vorherige, oder wechseln Sie ohne Übergangszeit',
  secretAlready:
    'der Webhook hat bereits ein Geheimnis: Lassen Sie es hier weg, und wechseln Sie es stattdessen',
  secretNone: 'der Webhook hat noch kein Geheimnis: Speichern Sie eines mit seiner Definition',
  secretStaged:
    'ein anderes nächstes Geheimnis steht bereit: Wechseln Sie zuerst zu ihm, oder verwerfen Sie es',
  secretKnown: 'das ist das aktuelle oder das vorherige Geheimnis: Wählen Sie ein neues',
  secretNotStaged: 'kein nächstes Geheimnis steht bereit',
  secretPreviousValid:
    'das vorherige Geheimnis ist noch gültig: Widerrufen Sie es zuerst, oder warten Sie, bis es abläuft',
  webhookInUse:
    'veröffentlichte Workflows rufen ihn auf, und jede ihrer Versionen kann noch gestartet werden',
  webhookCalledBy:
    'der veröffentlichte Workflow {workflow} von {domain} ruft ihn an seinem Knoten {node} auf',
  inputUnknown: 'ist keine Eingabe des Webhooks',
  deliveryPending: 'die Zustellung läuft noch: Sie hat noch Versuche übrig',
  deliveryReplaying: 'sie wird bereits erneut gesendet',
  deliveryInputsGone: 'ihre Eingaben wurden am Ende der Aufbewahrungsfrist gelöscht',
  requestIdUsed: 'wird bereits von einer anderen Anfrage verwendet: Wählen Sie eine neue',
  ofProvider: '{name}',
  providerMetadata: 'er hat keine gültigen OpenID-Connect-Metadaten',
  providerDirectories:
    'sein Aussteller bedient mehrere Verzeichnisse: Verwenden Sie den Aussteller Ihres eigenen Verzeichnisses',
  providerUnreached: 'er war nicht erreichbar: {detail}',
  providerAnswerTooLarge: 'seine Antwort ist größer als {max} Bytes',
  providerClient: 'er akzeptiert die eingestellte Client-ID mit ihrem Geheimnis nicht',
  providerSays: 'er meldet: {words}',
  providerIncomplete: 'seine Antwort ist unvollständig oder wurde nicht für diesen Browser ausgestellt',
  providerOther: 'die Antwort kam von einem anderen als dem angefragten Anbieter',
  providerUnknownPerson: '{email} hat hier kein Konto: Ein Administrator kann eines anlegen',
  providerNoAddress:
    'er sandte keine bestätigte Adresse seiner Domains, und die Person hat hier kein Konto: Ein Administrator kann eines anlegen',
  providerLinkedMeanwhile:
    'zur selben Zeit wurde eine andere Person des Anbieters mit dieser Adresse verknüpft',
  fileEmpty: 'die Datei ist leer',
  fileInfected: 'der Virenscanner fand {name} in der Datei',
  fileUnknown: 'Datei: Der Inhalt muss PNG, JPG, JPEG, GIF, WEBP, TIFF oder PDF sein',
  fileOfOtherType: 'Datei: Der Inhalt muss PNG, JPG, JPEG, GIF, WEBP, TIFF oder PDF sein, nicht {type}',
  fileDamaged: 'Datei: Der Inhalt ist kein unbeschädigtes {type} ({detail})',
  fileExtension: 'der Dateiname endet auf {ending}, der Inhalt ist aber {type}',
  assuranceRunsKept:
    'dieser Geschäftsbereich hat {count} aufbewahrte Screening-Tests, mehr werden nicht angenommen. Die Aufbewahrung löscht die, deren Frist abgelaufen ist und für die keine Löschsperre gilt',
  assuranceRunsOpen:
    '{count} Screening-Tests sind noch nicht fertig: Warten Sie auf einen, oder brechen Sie ihn ab',
  assuranceRunEnded: 'dieser Screening-Test ist beendet',
  fileMediaType: 'der Medientyp ist {stated}, der Inhalt ist aber {type}',
};
