export const refusals = {
  missingPermission: 'vos rôles ne le permettent pas (autorisation {permission})',
  addressUnreadable: 'l’URL ne peut pas être décodée',
  bodyMissing: 'le corps de la requête manque',
  bodyNotFile: 'le corps doit être application/octet-stream',
  serviceStopping: 'le service est en cours d’arrêt',
  storeLost: 'la connexion au stockage a été perdue : rechargez pour voir si l’action a été effectuée',
  objectStoreUnreachable: 'le stockage d’objets est injoignable',
  tooManyAttemptsMinutes_one:
    'Trop de tentatives pour ce compte ou depuis cette adresse. Réessayez dans {count} minute.',
  tooManyAttemptsMinutes_many:
    'Trop de tentatives pour ce compte ou depuis cette adresse. Réessayez dans {count} de minutes.',
  tooManyAttemptsMinutes_other:
    'Trop de tentatives pour ce compte ou depuis cette adresse. Réessayez dans {count} minutes.',
  tooManyAttemptsHours_one:
    'Trop de tentatives pour ce compte ou depuis cette adresse. Réessayez dans {count} heure.',
  tooManyAttemptsHours_many:
    'Trop de tentatives pour ce compte ou depuis cette adresse. Réessayez dans {count} d’heures.',
  tooManyAttemptsHours_other:
    'Trop de tentatives pour ce compte ou depuis cette adresse. Réessayez dans {count} heures.',
  passwordWrong: 'le mot de passe est incorrect',
  userExists: 'un utilisateur avec cette adresse existe déjà',
  onlyInviteWithoutPassword: 'seul un utilisateur activé sans mot de passe peut être invité',
  onlyResetWithPassword: 'seul un utilisateur activé avec un mot de passe peut le réinitialiser',
  linkShownOnlyOnce:
    'ce déploiement n’envoie pas d’e-mails (GATEHOUSE_SMTP_URL) ; un lien n’est affiché que pour les utilisateurs qui ne se sont jamais connectés',
  noMail: 'ce déploiement n’envoie pas d’e-mails (GATEHOUSE_SMTP_URL)',
  operatorsInTenantFile: 'les exploitants ne peuvent être modifiés que dans le fichier du tenant',
  noSetupInProgress: 'aucune configuration n’est en cours : demandez un nouveau secret',
  codeDiffers: 'ne correspond pas au code actuel de l’application',
  setUpCodesFirst: 'configurez d’abord les codes à usage unique',
  tenantHasAdmins: 'un utilisateur du tenant s’est connecté : ses propres administrateurs invitent désormais',
  hasPassword: 'cet utilisateur a déjà un mot de passe et n’a pas besoin de lien',
  linkGone: 'Le lien a été utilisé, a expiré ou a été remplacé par un plus récent.',
  signInExpired: 'la connexion a expiré ou a déjà été effectuée : recommencez',
  passkeyMismatch: 'la nouvelle clé d’accès ne correspond pas à la demande : recommencez',
  passkeyRegistered: 'cette clé d’accès est déjà enregistrée',
  passkeyNotYours: 'cette clé d’accès n’est pas l’une des vôtres',
  passkeysNeedHttps: 'les clés d’accès exigent un nom d’hôte et https (GATEHOUSE_PUBLIC_URL)',
  caseReadOnly: 'vos rôles ne permettent pas de travailler sur les dossiers',
  casePending: 'la décision de {person} ({decision}) sur ce dossier va prendre effet : retirez-la d’abord',
  caseTookEffect: 'la décision a pris effet : le dossier est {state}',
  caseNothingPending: 'aucune décision n’est en attente : elle a été retirée, ou aucune n’a été prise',
  caseWrongState: 'le dossier est {state} ; cela n’est possible que lorsqu’il est {state2}',
  caseGroupsFollow: 'd’autres groupes suivent {group} : prenez le dossier en charge avant de le transmettre',
  caseTakeFirst: 'deux personnes décident de ce dossier : prenez-le en charge avant de proposer une décision',
  caseSamePerson:
    'deux personnes décident de ce dossier, et {person} était la première : une autre personne doit confirmer',
  caseUnresolvedHits_one:
    '{count} correspondance est sans décision : {hits}. Tranchez chacune, vraie correspondance ou fausse correspondance, avant d’approuver ou de clore',
  caseUnresolvedHits_many:
    '{count} de correspondances sont sans décision : {hits}. Tranchez chacune, vraie correspondance ou fausse correspondance, avant d’approuver ou de clore',
  caseUnresolvedHits_other:
    '{count} correspondances sont sans décision : {hits}. Tranchez chacune, vraie correspondance ou fausse correspondance, avant d’approuver ou de clore',
  caseRejectOnly:
    'une vraie correspondance pour laquelle la politique de décision ne laisse que le rejet : {hits}. Rejetez le dossier',
  caseOwnWords:
    'une vraie correspondance ({hits}) : expliquez avec vos propres mots, en {length} caractères ou plus, les vérifications faites et pourquoi le risque est acceptable',
  caseOwnWordsOfTwo:
    'une vraie correspondance qui exige une seconde approbation ({hits}) : expliquez avec vos propres mots, en {length} caractères ou plus, pourquoi le dossier peut malgré tout être approuvé ou clos ; une seconde personne confirme avec ses propres mots',
  caseRepeatedReason:
    'le second approbateur doit rédiger son propre motif : celui-ci répète celui de {person}',
  caseContradictedReason: 'le motif « {reason} » ne s’applique pas',
  caseHasNoHits: 'le dossier n’a pas de correspondance',
  hitsAreTrueMatches: 'décidé vraie correspondance : {hits}',
  hitsAreNotRuledOn: 'sans décision pour l’instant : {hits}',
  noSanctionsMatch: 'aucune correspondance sur une liste de sanctions n’est décidée vraie correspondance',
  noExposedMatch:
    'aucune correspondance avec une personne politiquement exposée n’est décidée vraie correspondance',
  ofHit: 'pour {name}',
  factMayBeSame: 'ce fait peut être le même ({fact})',
  factAgrees: 'ce fait concorde ({fact})',
  factContradicts: 'ce fait contredit ({fact})',
  caseNotAdmin: 'seul un administrateur peut le faire',
  caseNotMember: 'seuls les membres de {group} peuvent le faire',
  caseNotAssigned: 'le dossier n’est pas assigné : prenez-le d’abord en charge',
  caseAssignedTo: 'le dossier est assigné à {person}',
  caseCancelNotConfigured:
    'l’annulation n’est pas configurée dans ce déploiement (GATEHOUSE_CANCELLED_STATUS)',
  caseReasonMissing: 'un motif est obligatoire',
  caseAssigneeUnknown: 'cet utilisateur n’existe pas',
  caseAssigneeUnfit: 'les rôles de cet utilisateur ne permettent pas de travailler sur les dossiers',
  caseAssigneeNotMember:
    'cet utilisateur n’est pas membre de {group}, ou ne peut pas travailler sur les dossiers',
  caseChanged: 'le dossier a été modifié : son état est maintenant {status}',
  caseChangedBy: 'le dossier a été modifié par {person} : son état est maintenant {status}',
  caseChangedAndAssigned: 'le dossier a été modifié : son état est maintenant {status}, assigné à {assignee}',
  caseChangedByAndAssigned:
    'le dossier a été modifié par {person} : son état est maintenant {status}, assigné à {assignee}',
  caseUnknown: 'ce dossier n’existe pas',
  caseReadAgain: 'le dossier a été modifié : relisez-le',
  hitUnknown: 'ce dossier n’a pas cette correspondance',
  hitRuledMeanwhile: '{person} l’a tranchée entre-temps',
  hitEntriesNow: 'les entrées de cette entité sont maintenant {entries}',
  hitEntriesChanged: 'ne sont plus les entrées de cette entité : ce sont {entries}',
  hitTrueMatchInside:
    'contient {entry}, que {person} a jugée vraie correspondance : séparez-la, ou tranchez-la d’abord seule',
  hitNoPair: 'n’est pas une correspondance de la même personne concernée avec une autre entrée',
  tooManyCaseViews: 'est une de trop : {max} vues sont enregistrées',
  tooManyCases: 'plus de {max} dossiers correspondent : filtrez par état, groupe ou client',
  tooManyAuditRecords:
    'plus de {max} enregistrements correspondent : filtrez par période (`from`, `to`), action ou objet',
  reportTooLarge:
    'le rapport de ce dossier demande plus de temps ou de mémoire que permis : exportez plutôt le dossier de preuves',
  fileTooLarge: 'un fichier peut avoir 20 Mo au plus',
  documentNotAsked:
    'aucune étape d’un parcours de vérification n’a demandé ce document : demandez-le au client autrement',
  documentNoAddress:
    'aucun lien de vérification n’a mené à ce dossier, aucune adresse e-mail n’est donc connue : demandez au client autrement',
  executionEnded: 'l’exécution est déjà {status}',
  executionHasCase: 'l’exécution a le dossier ouvert {caseNo} : annulez plutôt le dossier',
  executionMovedOn: 'l’exécution a avancé jusqu’à {node} : examinez-la de nouveau',
  executionAtStart: 'l’exécution est revenue à son début : examinez-la de nouveau',
  executionCancelNotConfigured:
    'la valeur d’une exécution annulée n’est pas configurée : définissez GATEHOUSE_CANCELLED_STATUS (wire.cancelledStatus)',
  executionNotFailed: 'l’exécution est {status} : seule une exécution en échec peut être reprise',
  executionEntriesGone:
    'l’utilisateur final n’avait pas encore envoyé ses saisies, conservées seulement {days} jours après l’échec : envoyez un nouveau lien',
  executionAbandoned:
    'l’utilisateur final n’a pas terminé le parcours de vérification : envoyez un nouveau lien',
  executionTooOld:
    'elle a échoué sous une version antérieure de Gatehouse, qui n’enregistrait pas de point de reprise : soumettez de nouveau le client',
  draftPublished: 'le brouillon enregistré est déjà publié',
  approvalRequested: '{person} a déjà demandé une approbation',
  approvalNone: 'il n’y a pas de demande d’approbation ouverte',
  approvalGone:
    'il n’y a pas de demande d’approbation ouverte : elle a été retirée ou a déjà reçu une réponse',
  listsNotLoaded: 'les listes de noms ne sont pas encore chargées',
  billingBlocked: 'la facturation de ce tenant est bloquée',
  searchNotReady: 'INTERNET_SEARCH n’est pas prêt',
  noSearchProvider: 'aucun fournisseur de recherche n’est configuré dans ce déploiement',
  noProviderReady: 'aucun fournisseur de recherche n’est prêt',
  noFeedLoaded: 'aucun flux n’a encore été chargé',
  noFeedSince: 'aucun flux n’a été bien lu depuis {since}',
  noCredits_one: 'les crédits de contrôle rapide ne couvrent pas {count} moteur',
  noCredits_many: 'les crédits de contrôle rapide ne couvrent pas {count} de moteurs',
  noCredits_other: 'les crédits de contrôle rapide ne couvrent pas {count} moteurs',
  listsLoading: 'Les listes sont en cours de chargement : réessayez dans un instant.',
  scanNoResult: 'le contrôle n’a pas de résultat',
  scanHasCase: 'un dossier a déjà été demandé à partir de ce contrôle',
  sourceUnknown: '{source} n’est pas une source configurée',
  grantChanged: 'la quantité accordée est maintenant {amount} : vérifiez-la de nouveau',
  domainForeign: '{domain} n’est pas un domaine de ce tenant',
  operationUnknown: '{operation} n’est pas une opération',
  keyRevoked: 'la clé a été révoquée ; cela ne peut pas être annulé',
  keyOverlap:
    'le secret précédent est encore valide et l’actuel est utilisé : révoquez d’abord le précédent, ou renouvelez sans chevauchement',
  secretAlready: 'le webhook a déjà un secret : omettez-le ici et renouvelez plutôt le secret',
  secretNone: 'le webhook n’a pas encore de secret : enregistrez-en un avec sa définition',
  secretStaged: 'un autre secret suivant est en place : activez-le ou abandonnez-le d’abord',
  secretKnown: 'c’est le secret actuel ou le précédent : choisissez-en un nouveau',
  secretNotStaged: 'aucun secret suivant n’est en place',
  secretPreviousValid:
    'le secret précédent est encore valide : révoquez-le d’abord, ou attendez son expiration',
  webhookInUse: 'des workflows publiés l’appellent, et chacune de leurs versions peut encore démarrer',
  webhookCalledBy: 'le workflow publié {workflow} de {domain} l’appelle à son nœud {node}',
  inputUnknown: 'n’est pas une entrée du webhook',
  deliveryPending: 'la livraison est encore en cours : il lui reste des tentatives',
  deliveryReplaying: 'elle est déjà en cours de renvoi',
  deliveryInputsGone: 'ses données d’entrée ont été supprimées à la fin de la durée de conservation',
  requestIdUsed: 'est déjà utilisé par une autre requête : choisissez-en un nouveau',
};
