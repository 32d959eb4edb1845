export const access = {
  title: 'Access tokens',
  words:
    'A program, such as an assistant, reads for you by a token. It changes nothing and sees no more than your roles allow.',
  create: 'Create access token',
  name: 'Name',
  nameWords: 'To recognise it later, for example: assistant on my laptop',
  domain: 'Domain',
  domainWords:
    'Cases, customers, executions, usage and audit records of this domain only. List status and quotas belong to the whole tenant.',
  personalData: 'Include personal data',
  personalDataWords:
    'Off: states, counts, scores and times only. On: names, dates of birth, reasons and all else that you may read leave this service with the answers.',
  days: 'Expires after (days)',
  createdTitle: 'Access token created',
  createdWords: 'Copy it now. It is not shown again.',
  token: 'Access token',
  startWords: 'Start the server for assistants with the token in GATEHOUSE_ACCESS_TOKEN:',
  expires: 'Expires',
  lastUsed: 'Last used',
  never: 'never',
  included: 'personal data',
  ofPerson: 'Access tokens of {email}',
  ofPersonWords:
    'Programs use these to read for this person. None sees more than the person’s roles allow at the time.',
  none: 'No access tokens.',
  revoke: 'Revoke',
  revokeNamed: 'Revoke {name}',
  revokeAsk: 'Revoke access token {name}?',
  revokeWords: 'Programs that use it are refused at once.',
} as const;
