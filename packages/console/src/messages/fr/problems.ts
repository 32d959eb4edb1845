export const problems = {
  MALFORMED: 'Le corps n’est pas du JSON strict, ou l’URL est illisible.',
  UNAUTHENTICATED: 'Pas de session, ou la session est terminée. Connectez-vous.',
  SIGN_IN_REFUSED:
    'L’adresse ou le mot de passe est incorrect, ou l’adresse appartient à plusieurs tenants et aucun n’a été indiqué.',
  CODE_NEEDED: 'Le mot de passe est correct. Un code à usage unique est aussi nécessaire.',
  CODE_REFUSED: 'Le code à usage unique est incorrect ou a déjà été utilisé.',
  PASSKEY_NEEDED:
    'Le mot de passe est correct, mais un second facteur est requis. Connectez-vous avec une clé d’accès.',
  SINGLE_SIGN_ON_MISSING:
    'Aucun fournisseur d’identité n’est configuré pour cette adresse, ou plusieurs tenants en ont un et aucun n’a été indiqué.',
  PROVIDER_REFUSED: 'Le fournisseur d’identité n’a pas confirmé une personne qui puisse se connecter ici.',
  PROVIDER_UNREACHABLE: 'Le fournisseur d’identité est injoignable ou ne donne pas de réponse valide.',
  PROOF_NEEDED:
    'Cela modifie une connexion, révèle un secret ou une signature, étend l’accès d’une clé ou efface un client. Confirmez de nouveau votre identité.',
  SECOND_FACTOR_MISSING: 'Votre rôle exige un second facteur. Configurez-en un d’abord.',
  PROOF_REFUSED: 'Votre identité n’a pas pu être confirmée.',
  FORBIDDEN: 'Vos rôles, vos groupes ou votre participation au dossier ne le permettent pas.',
  CROSS_SITE: 'Une requête de modification est arrivée sans l’en-tête que seule la console envoie.',
  NOT_FOUND: 'Introuvable, ou inaccessible pour vous.',
  METHOD_NOT_ALLOWED: 'Le chemin ne prend pas en charge cette méthode.',
  REVISION_CONFLICT: 'Le dossier a été modifié depuis sa lecture.',
  VERSION_CONFLICT: 'Une version plus récente a été enregistrée depuis la lecture.',
  REVISION_GONE: 'Le contenu a été modifié depuis sa lecture. Examinez-le de nouveau. Rien n’a été fait.',
  APPROVAL_NEEDED:
    'La publication exige une seconde personne. Demandez une approbation. Rien n’a été enregistré.',
  OWN_WORK: 'Une autre personne doit le faire : vous l’avez modifié ou demandé.',
  ID_TAKEN: 'Cet ID est déjà utilisé.',
  SECRET_REFUSED: 'Cette étape ne correspond pas à l’état actuel du renouvellement du secret.',
  REPLAY_REFUSED: 'La livraison ne peut pas être renvoyée maintenant.',
  MOVE_REFUSED: 'Cette action ne correspond pas à l’état actuel du dossier, de l’exécution ou du workflow.',
  IN_USE: 'Des workflows publiés l’utilisent. Rien n’a été modifié.',
  WOULD_LOCK_OUT: 'Cela vous priverait de l’accès, vous ou la dernière personne ayant cette autorisation.',
  KEPT_ELSEWHERE: 'Le fichier du tenant fixe cela pour tous les domaines. Modifiez-le là.',
  NO_CREDITS: 'Il ne reste pas assez de crédits, ou la facturation du tenant est bloquée.',
  ENGINE_NOT_READY: 'Un moteur n’est pas disponible maintenant.',
  TOO_LARGE: 'Le corps ou le fichier demandé est trop volumineux.',
  UNSUPPORTED_MEDIA_TYPE: 'Le corps n’est pas application/json, ou le type de fichier n’est pas accepté.',
  INVALID: 'Une valeur manque ou n’est pas valide.',
  DEFINITION_FAULTS:
    'La définition a des défauts, ou rendrait inutilisable un workflow publié. Rien n’a été enregistré.',
  TOO_MANY_ATTEMPTS: 'Trop de connexions échouées pour ce compte ou depuis cette adresse.',
  STORAGE_FULL:
    'La limite de stockage du tenant est atteinte (Consommation facturée). L’exploitant peut l’augmenter. Rien n’a été enregistré.',
  BUSY: 'Trop de rapports sont en cours de création pour votre tenant ou sur ce serveur.',
  INTERNAL: 'Erreur interne. Rien n’a été enregistré.',
  UNAVAILABLE: 'Le service s’arrête ou n’atteint pas son stockage.',
};
