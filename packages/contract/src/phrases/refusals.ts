/** Why the service refuses what somebody wants to do. */
export const refusals = {
  missingPermission: 'your roles do not allow this (permission {permission})',
  addressUnreadable: 'the URL cannot be decoded',
  bodyMissing: 'the body is missing',
  bodyNotFile: 'the body must be application/octet-stream',
  serviceStopping: 'the service is stopping',
  storeLost: 'the connection to the store was lost: reload to see whether the action was done',
  objectStoreUnreachable: 'the object store cannot be reached',
  tooManyAttemptsMinutes_one:
    'Too many attempts for this account or from this address. Try again in {count} minute.',
  tooManyAttemptsMinutes_other:
    'Too many attempts for this account or from this address. Try again in {count} minutes.',
  tooManyAttemptsHours_one:
    'Too many attempts for this account or from this address. Try again in {count} hour.',
  tooManyAttemptsHours_other:
    'Too many attempts for this account or from this address. Try again in {count} hours.',

  passwordWrong: 'the password is wrong',
  userExists: 'a user with this address already exists',
  onlyInviteWithoutPassword: 'only an enabled user without a password can be invited',
  onlyResetWithPassword: 'only an enabled user with a password can reset it',
  linkShownOnlyOnce:
    'this deployment sends no mail (GATEHOUSE_SMTP_URL); a link is shown only for users who never signed in',
  noMail: 'this deployment sends no mail (GATEHOUSE_SMTP_URL)',
  operatorsInTenantFile: 'operators can be changed in the tenant file only',
  noSetupInProgress: 'no setup is in progress: request a new secret',
  codeDiffers: 'does not match the current code of the app',
  setUpCodesFirst: 'set up one-time codes first',
  tenantHasAdmins: 'a user of the tenant has signed in: its own admins invite people now',
  hasPassword: 'this user already has a password and needs no link',
  linkGone: 'The link was used, has expired, or was replaced by a newer one.',
  signInExpired: 'the sign-in expired or was already completed: start again',
  passkeyMismatch: 'the new passkey does not match the request: start again',
  passkeyRegistered: 'this passkey is already registered',
  passkeyNotYours: 'the passkey is not one of yours',
  passkeysNeedHttps: 'passkeys need a host name and https (GATEHOUSE_PUBLIC_URL)',

  caseReadOnly: 'your roles do not allow work on cases',
  casePending: 'the decision of {person} to {decision} this case is about to take effect: take it back first',
  caseTookEffect: 'the decision took effect: the case is {state}',
  caseNothingPending: 'no decision is pending: it was taken back, or none was made',
  caseWrongState: 'the case is {state}; this is possible only while it is {allowed}',
  caseGroupsFollow: 'other groups follow {group}: claim the case before you pass it on',
  caseTakeFirst: 'two people decide this case: claim it before you propose a decision',
  caseSamePerson: 'two people decide this case, and {person} was the first: another person has to confirm',
  caseUnresolvedHits_one:
    '{count} hit is not ruled on: {hits}. Rule on each, true match or false positive, before you approve or close',
  caseUnresolvedHits_other:
    '{count} hits are not ruled on: {hits}. Rule on each, true match or false positive, before you approve or close',
  caseRejectOnly:
    'a true match for which the decision policy leaves rejection alone: {hits}. Reject the case',
  caseOwnWords:
    'a true match ({hits}): explain in your own words, in {length} characters or more, what due diligence you did and why the risk is acceptable',
  caseOwnWordsOfTwo:
    'a true match that takes a second approval ({hits}): explain in your own words, in {length} characters or more, why the case can be approved or closed in spite of it; a second person confirms in their own words',
  caseRepeatedReason: 'the second approver has to write their own reason: this one repeats that of {person}',
  caseContradictedReason: 'the reason “{reason}” does not apply: {because}',
  caseNotAdmin: 'only an admin can do this',
  caseNotMember: 'only members of {group} can do this',
  caseNotAssigned: 'the case is not assigned: claim it first',
  caseAssignedTo: 'the case is assigned to {person}',
  caseCancelNotConfigured: 'cancelling is not set up in this deployment (GATEHOUSE_CANCELLED_STATUS)',
  caseReasonMissing: 'a reason is required',
  caseAssigneeUnknown: 'this user does not exist',
  caseAssigneeUnfit: 'the roles of this user do not allow work on cases',
  caseAssigneeNotMember: 'this user is not a member of {group}, or may not work on cases',
  caseChanged: 'the case was changed: it is now {status}',
  caseChangedBy: 'the case was changed by {person}: it is now {status}',
  caseChangedAndAssigned: 'the case was changed: it is now {status}, assigned to {assignee}',
  caseChangedByAndAssigned: 'the case was changed by {person}: it is now {status}, assigned to {assignee}',
  caseUnknown: 'this case does not exist',
  caseReadAgain: 'the case was changed: read it again',
  hitUnknown: 'this case has no such hit',
  hitRuledMeanwhile: '{person} ruled on it meanwhile',
  hitEntriesNow: 'the entries of this entity are now {entries}',
  hitEntriesChanged: 'are not the entries of this entity now: these are {entries}',
  hitTrueMatchInside:
    'has {entry}, which {person} ruled a true match: separate it, or rule on it by itself first',
  hitNoPair: 'is no hit of the same subject on another entry',
  tooManyCaseViews: 'is one too many: {max} views are saved',
  tooManyCases: 'more than {max} cases match: filter by state, group or customer',
  tooManyAuditRecords: 'more than {max} records match: filter by `from` and `to`, act or object',
  reportTooLarge:
    'the report of this case takes more time or memory than a report may take: export the evidence bundle instead',
  fileTooLarge: 'a file can have at most 20 MB',
  documentNotAsked: 'no step of a hosted flow asked for this document: ask the customer in another way',
  documentNoAddress:
    'no hosted link led to this case, so no e-mail address is known: ask the customer in another way',

  executionEnded: 'the execution is already {status}',
  executionHasCase: 'the execution has the open case {caseNo}: cancel the case instead',
  executionMovedOn: 'the execution has moved on to {node}: review it again',
  executionAtStart: 'the execution has moved on to its start: review it again',
  executionCancelNotConfigured:
    'the value of a cancelled execution is not configured: set GATEHOUSE_CANCELLED_STATUS (wire.cancelledStatus)',
  executionNotFailed: 'the execution is {status}: only a FAILED one can be resumed',
  executionEntriesGone:
    'the end user had not submitted yet, and their entries were kept for only {days} days after the failure: send a new link',
  executionAbandoned: 'the end user did not complete the flow: send a new link',
  executionTooOld:
    'it failed under an older version of Gatehouse, which stored no point to resume from: submit the customer again',

  draftPublished: 'the saved draft is already published',
  approvalRequested: '{person} has already requested approval',
  approvalNone: 'there is no open approval request',
  approvalGone: 'there is no open approval request: it was withdrawn or already answered',

  listsNotLoaded: 'the name lists are not loaded yet',
  billingBlocked: 'billing of this tenant is blocked',
  searchNotReady: 'INTERNET_SEARCH: {why}',
  noCredits_one: 'the quick scan credits do not cover {count} engine',
  noCredits_other: 'the quick scan credits do not cover {count} engines',
  listsLoading: 'The lists are being loaded: try again in a moment.',
  scanNoResult: 'the scan has no result',
  scanHasCase: 'a case was already requested from this scan',
  sourceUnknown: '{source} is not a configured source',

  grantChanged: 'the granted amount is now {amount}: review it again',
  domainForeign: '{domain} is not a domain of this tenant',
  operationUnknown: '{operation} is not an operation',
  keyRevoked: 'the key was revoked; this cannot be undone',
  keyOverlap:
    'the previous secret is still valid and the current one is in use: revoke the previous secret first, or rotate without an overlap',

  secretAlready: 'the webhook already has a secret: leave it out here, and rotate the secret instead',
  secretNone: 'the webhook has no secret yet: save one with its definition',
  secretStaged: 'another next secret is staged: promote or discard it first',
  secretKnown: 'this is the current or the previous secret: choose a new one',
  secretNotStaged: 'no next secret is staged',
  secretPreviousValid: 'the previous secret is still valid: revoke it first, or wait until it expires',
  webhookInUse: 'published workflows call it, and each of their versions can still be started',
  webhookCalledBy: 'the published workflow {workflow} of {domain} calls it at its node {node}',
  inputUnknown: 'is not an input of the webhook',
  deliveryPending: 'the delivery is still in progress: it has attempts left',
  deliveryReplaying: 'a replay of it is already in progress',
  deliveryInputsGone: 'its inputs were deleted at the end of the retention period',
  requestIdUsed: 'is already used by another request: choose a new one',
} as const;
