export const problems = {
  MALFORMED: 'Der Inhalt ist kein striktes JSON, oder die URL lässt sich nicht lesen.',
  UNAUTHENTICATED: 'Keine Sitzung, oder die Sitzung ist beendet. Melden Sie sich an.',
  SIGN_IN_REFUSED:
    'Adresse oder Passwort ist falsch, oder die Adresse gehört zu mehreren Mandanten und keiner wurde genannt.',
  CODE_NEEDED: 'Das Passwort ist richtig. Zusätzlich ist ein Einmalcode erforderlich.',
  CODE_REFUSED: 'Der Einmalcode ist falsch oder wurde bereits verwendet.',
  PASSKEY_NEEDED:
    'Das Passwort ist richtig, aber ein zweiter Faktor ist erforderlich. Melden Sie sich mit einem Passkey an.',
  SINGLE_SIGN_ON_MISSING:
    'Für diese Adresse ist kein Identitätsanbieter eingerichtet, oder mehrere Mandanten haben einen und keiner wurde genannt.',
  PROVIDER_REFUSED: 'Der Identitätsanbieter hat keine Person bestätigt, die sich hier anmelden darf.',
  PROVIDER_UNREACHABLE: 'Der Identitätsanbieter ist nicht erreichbar oder gibt keine gültige Antwort.',
  PROOF_NEEDED:
    'Das ändert eine Anmeldung, zeigt ein Geheimnis oder eine Signatur, erweitert den Zugriff eines Schlüssels oder löscht einen Kunden. Bestätigen Sie Ihre Identität erneut.',
  SECOND_FACTOR_MISSING: 'Ihre Rolle erfordert einen zweiten Faktor. Richten Sie zuerst einen ein.',
  PROOF_REFUSED: 'Ihre Identität konnte nicht bestätigt werden.',
  FORBIDDEN: 'Ihre Rollen, Ihre Gruppen oder Ihre Beteiligung am Fall erlauben das nicht.',
  CROSS_SITE: 'Eine ändernde Anfrage kam ohne den Header, den nur die Konsole selbst sendet.',
  NOT_FOUND: 'Nicht gefunden oder für Sie nicht zugänglich.',
  METHOD_NOT_ALLOWED: 'Der Pfad unterstützt diese Methode nicht.',
  REVISION_CONFLICT: 'Der Fall wurde geändert, seit er gelesen wurde.',
  VERSION_CONFLICT: 'Seit dem Lesen wurde eine neuere Version gespeichert.',
  REVISION_GONE:
    'Der Inhalt wurde geändert, seit er gelesen wurde. Prüfen Sie ihn erneut. Es wurde nichts getan.',
  APPROVAL_NEEDED:
    'Zum Veröffentlichen ist eine zweite Person nötig. Fordern Sie eine Genehmigung an. Es wurde nichts gespeichert.',
  OWN_WORK: 'Das muss eine andere Person tun: Sie haben es bearbeitet oder beantragt.',
  ID_TAKEN: 'Diese ID wird bereits verwendet.',
  SECRET_REFUSED: 'Dieser Schritt passt nicht zum aktuellen Stand des Geheimniswechsels.',
  REPLAY_REFUSED: 'Die Zustellung kann jetzt nicht erneut gesendet werden.',
  MOVE_REFUSED: 'Diese Aktion passt nicht zum aktuellen Stand des Falls, der Ausführung oder des Workflows.',
  IN_USE: 'Veröffentlichte Workflows verwenden es. Es wurde nichts geändert.',
  WOULD_LOCK_OUT: 'Das würde Sie oder die letzte Person mit dieser Berechtigung aussperren.',
  KEPT_ELSEWHERE: 'Die Mandantendatei legt das für alle Geschäftsbereiche fest. Ändern Sie es dort.',
  NO_CREDITS: 'Die Credits reichen nicht, oder die Abrechnung des Mandanten ist gesperrt.',
  ENGINE_NOT_READY: 'Eine Engine ist jetzt nicht verfügbar.',
  TOO_LARGE: 'Der Inhalt oder die angeforderte Datei ist zu groß.',
  UNSUPPORTED_MEDIA_TYPE: 'Der Inhalt ist nicht application/json, oder der Dateityp wird nicht angenommen.',
  INVALID: 'Ein Wert fehlt oder ist nicht gültig.',
  DEFINITION_FAULTS:
    'Die Definition hat Fehler oder würde einen veröffentlichten Workflow unbrauchbar machen. Es wurde nichts gespeichert.',
  TOO_MANY_ATTEMPTS: 'Zu viele fehlgeschlagene Anmeldungen für dieses Konto oder von dieser Adresse.',
  STORAGE_FULL:
    'Das Speicherlimit des Mandanten ist erreicht (Abrechnung). Der Betreiber kann es erhöhen. Es wurde nichts gespeichert.',
  BUSY: 'Für Ihren Mandanten oder auf diesem Server werden gerade zu viele Berichte erstellt.',
  INTERNAL: 'Interner Fehler. Es wurde nichts gespeichert.',
  UNAVAILABLE: 'Der Dienst wird beendet oder erreicht seinen Datenspeicher nicht.',
};
