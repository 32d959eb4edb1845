export const refusals = {
  missingPermission: 'sus roles no lo permiten (permiso {permission})',
  addressUnreadable: 'la URL no se puede decodificar',
  bodyMissing: 'falta el cuerpo de la petición',
  bodyNotFile: 'el cuerpo debe ser application/octet-stream',
  serviceStopping: 'el servicio se está deteniendo',
  storeLost: 'se perdió la conexión con el almacén: recargue para ver si la acción se realizó',
  objectStoreUnreachable: 'no se puede acceder al almacén de objetos',
  tooManyAttemptsMinutes_one:
    'Demasiados intentos para esta cuenta o desde esta dirección. Inténtelo de nuevo en {count} minuto.',
  tooManyAttemptsMinutes_many:
    'Demasiados intentos para esta cuenta o desde esta dirección. Inténtelo de nuevo en {count} de minutos.',
  tooManyAttemptsMinutes_other:
    'Demasiados intentos para esta cuenta o desde esta dirección. Inténtelo de nuevo en {count} minutos.',
  tooManyAttemptsHours_one:
    'Demasiados intentos para esta cuenta o desde esta dirección. Inténtelo de nuevo en {count} hora.',
  tooManyAttemptsHours_many:
    'Demasiados intentos para esta cuenta o desde esta dirección. Inténtelo de nuevo en {count} de horas.',
  tooManyAttemptsHours_other:
    'Demasiados intentos para esta cuenta o desde esta dirección. Inténtelo de nuevo en {count} horas.',
  passwordWrong: 'la contraseña es incorrecta',
  userExists: 'ya existe un usuario con esta dirección',
  onlyInviteWithoutPassword: 'solo se puede invitar a un usuario activado sin contraseña',
  onlyResetWithPassword: 'solo un usuario activado con contraseña puede restablecerla',
  linkShownOnlyOnce:
    'este despliegue no envía correo (GATEHOUSE_SMTP_URL); solo se muestra un enlace para usuarios que nunca han iniciado sesión',
  noMail: 'este despliegue no envía correo (GATEHOUSE_SMTP_URL)',
  operatorsInTenantFile: 'los operadores solo se pueden cambiar en el archivo del inquilino',
  noSetupInProgress: 'no hay ninguna configuración en curso: solicite un nuevo secreto',
  codeDiffers: 'no coincide con el código actual de la aplicación',
  setUpCodesFirst: 'configure primero los códigos de un solo uso',
  tenantHasAdmins:
    'un usuario del inquilino ya ha iniciado sesión: ahora invitan sus propios administradores',
  hasPassword: 'este usuario ya tiene contraseña y no necesita enlace',
  linkGone: 'El enlace se ha usado, ha caducado o fue sustituido por uno más reciente.',
  signInExpired: 'el inicio de sesión caducó o ya se completó: empiece de nuevo',
  passkeyMismatch: 'la nueva llave de acceso no corresponde a la petición: empiece de nuevo',
  passkeyRegistered: 'esta llave de acceso ya está registrada',
  passkeyNotYours: 'la llave de acceso no es una de las suyas',
  passkeysNeedHttps: 'las llaves de acceso requieren un nombre de host y https (GATEHOUSE_PUBLIC_URL)',
  caseReadOnly: 'sus roles no permiten trabajar en casos',
  casePending:
    'la decisión de {person} de {decision} este caso está a punto de surtir efecto: retírela primero',
  caseTookEffect: 'la decisión surtió efecto: el caso está {state}',
  caseNothingPending: 'no hay ninguna decisión pendiente: se retiró, o no se tomó ninguna',
  caseWrongState: 'el caso está {state}; esto solo es posible mientras está {allowed}',
  caseGroupsFollow: 'a {group} le siguen otros grupos: asuma el caso antes de pasarlo',
  caseTakeFirst: 'dos personas deciden este caso: asúmalo antes de proponer una decisión',
  caseSamePerson: 'dos personas deciden este caso, y {person} fue la primera: otra persona debe confirmar',
  caseUnresolvedHits_one:
    '{count} coincidencia está sin resolver: {hits}. Resuelva cada una, coincidencia verdadera o falso positivo, antes de aprobar o cerrar',
  caseUnresolvedHits_many:
    '{count} de coincidencias están sin resolver: {hits}. Resuelva cada una, coincidencia verdadera o falso positivo, antes de aprobar o cerrar',
  caseUnresolvedHits_other:
    '{count} coincidencias están sin resolver: {hits}. Resuelva cada una, coincidencia verdadera o falso positivo, antes de aprobar o cerrar',
  caseRejectOnly:
    'una coincidencia verdadera para la que la política de decisión solo permite el rechazo: {hits}. Rechace el caso',
  caseOwnWords:
    'una coincidencia verdadera ({hits}): explique con sus propias palabras, en {length} caracteres o más, qué diligencia realizó y por qué el riesgo es aceptable',
  caseOwnWordsOfTwo:
    'una coincidencia verdadera que requiere una segunda aprobación ({hits}): explique con sus propias palabras, en {length} caracteres o más, por qué el caso puede aprobarse o cerrarse a pesar de ella; una segunda persona confirma con sus propias palabras',
  caseRepeatedReason:
    'la segunda persona que aprueba debe escribir su propio motivo: este repite el de {person}',
  caseContradictedReason: 'el motivo «{reason}» no es aplicable: {because}',
  caseNotAdmin: 'solo un administrador puede hacerlo',
  caseNotMember: 'solo los miembros de {group} pueden hacerlo',
  caseNotAssigned: 'el caso no está asignado: asúmalo primero',
  caseAssignedTo: 'el caso está asignado a {person}',
  caseCancelNotConfigured:
    'la cancelación no está configurada en este despliegue (GATEHOUSE_CANCELLED_STATUS)',
  caseReasonMissing: 'se requiere un motivo',
  caseAssigneeUnknown: 'este usuario no existe',
  caseAssigneeUnfit: 'los roles de este usuario no permiten trabajar en casos',
  caseAssigneeNotMember: 'este usuario no es miembro de {group}, o no puede trabajar en casos',
  caseChanged: 'el caso se ha modificado: su estado es ahora {status}',
  caseChangedBy: '{person} ha modificado el caso: su estado es ahora {status}',
  caseChangedAndAssigned: 'el caso se ha modificado: su estado es ahora {status}, asignado a {assignee}',
  caseChangedByAndAssigned:
    '{person} ha modificado el caso: su estado es ahora {status}, asignado a {assignee}',
  caseUnknown: 'este caso no existe',
  caseReadAgain: 'el caso se ha modificado: léalo de nuevo',
  hitUnknown: 'este caso no tiene esa coincidencia',
  hitRuledMeanwhile: '{person} la ha resuelto entretanto',
  hitEntriesNow: 'las entradas de esta entidad son ahora {entries}',
  hitEntriesChanged: 'ya no son las entradas de esta entidad: son {entries}',
  hitTrueMatchInside:
    'contiene {entry}, que {person} resolvió como coincidencia verdadera: sepárela, o resuélvala primero por sí sola',
  hitNoPair: 'no es una coincidencia del mismo sujeto con otra entrada',
  tooManyCaseViews: 'es una de más: hay {max} vistas guardadas',
  tooManyCases: 'coinciden más de {max} casos: filtre por estado, grupo o cliente',
  tooManyAuditRecords: 'coinciden más de {max} registros: filtre por periodo (`from`, `to`), acción u objeto',
  reportTooLarge:
    'el informe de este caso requiere más tiempo o memoria de lo permitido: exporte el paquete de pruebas en su lugar',
  fileTooLarge: 'un archivo puede tener como máximo 20 MB',
  documentNotAsked:
    'ningún paso de una verificación solicitó este documento: pídaselo al cliente de otra manera',
  documentNoAddress:
    'ningún enlace de verificación llevó a este caso, por lo que no se conoce ninguna dirección de correo: contacte con el cliente de otra manera',
  executionEnded: 'la ejecución ya está en {status}',
  executionHasCase: 'la ejecución tiene el caso abierto {caseNo}: cancele el caso en su lugar',
  executionMovedOn: 'la ejecución ha avanzado hasta {node}: revísela de nuevo',
  executionAtStart: 'la ejecución ha pasado a su inicio: revísela de nuevo',
  executionCancelNotConfigured:
    'el valor de una ejecución cancelada no está configurado: defina GATEHOUSE_CANCELLED_STATUS (wire.cancelledStatus)',
  executionNotFailed: 'la ejecución está en {status}: solo se puede reanudar una en FAILED',
  executionEntriesGone:
    'el usuario final aún no había enviado sus datos, que se conservaron solo {days} días después del fallo: envíe un nuevo enlace',
  executionAbandoned: 'el usuario final no completó la verificación: envíe un nuevo enlace',
  executionTooOld:
    'falló con una versión anterior de Gatehouse, que no guardaba ningún punto de reanudación: envíe de nuevo el cliente',
  draftPublished: 'el borrador guardado ya está publicado',
  approvalRequested: '{person} ya ha solicitado la aprobación',
  approvalNone: 'no hay ninguna solicitud de aprobación abierta',
  approvalGone: 'no hay ninguna solicitud de aprobación abierta: se retiró o ya se respondió',
  listsNotLoaded: 'las listas de nombres aún no están cargadas',
  billingBlocked: 'la facturación de este inquilino está bloqueada',
  searchNotReady: 'INTERNET_SEARCH no está disponible: {why}',
  noCredits_one: 'los créditos de cribado rápido no cubren {count} motor',
  noCredits_many: 'los créditos de cribado rápido no cubren {count} de motores',
  noCredits_other: 'los créditos de cribado rápido no cubren {count} motores',
  listsLoading: 'Las listas se están cargando: inténtelo de nuevo en un momento.',
  scanNoResult: 'el cribado no tiene resultado',
  scanHasCase: 'ya se solicitó un caso a partir de este cribado',
  sourceUnknown: '{source} no es una fuente configurada',
  grantChanged: 'la cantidad concedida es ahora {amount}: revísela de nuevo',
  domainForeign: '{domain} no es un dominio de este inquilino',
  operationUnknown: '{operation} no es una operación',
  keyRevoked: 'la clave fue revocada; esto no se puede deshacer',
  keyOverlap:
    'el secreto anterior sigue siendo válido y el actual está en uso: revoque primero el anterior, o rote sin solapamiento',
  secretAlready: 'el webhook ya tiene un secreto: omítalo aquí y rote el secreto en su lugar',
  secretNone: 'el webhook aún no tiene secreto: guarde uno con su definición',
  secretStaged: 'ya hay otro secreto siguiente preparado: actívelo o descártelo primero',
  secretKnown: 'este es el secreto actual o el anterior: elija uno nuevo',
  secretNotStaged: 'no hay ningún secreto siguiente preparado',
  secretPreviousValid: 'el secreto anterior sigue siendo válido: revóquelo primero, o espere a que caduque',
  webhookInUse: 'flujos publicados lo llaman, y todas sus versiones aún pueden iniciarse',
  webhookCalledBy: 'el flujo publicado {workflow} de {domain} lo llama en su nodo {node}',
  inputUnknown: 'no es una entrada del webhook',
  deliveryPending: 'la entrega sigue en curso: le quedan intentos',
  deliveryReplaying: 'ya se está reenviando',
  deliveryInputsGone: 'sus datos de entrada se eliminaron al final del periodo de conservación',
  requestIdUsed: 'ya lo usa otra petición: elija uno nuevo',
};
