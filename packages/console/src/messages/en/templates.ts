export const templates = {
  title: 'Workflow templates',
  words: 'A template becomes a draft of your own. Nothing runs before you publish it.',
  blank: 'Blank workflow',
  use: 'Use template',
  useOf: 'Use template: {name}',
  startedBy: 'Started by',
  startedByCall: 'a call of your server',
  startedByPerson: 'a person on the hosted pages',
  startedByLists: 'a change of a list',
  steps: 'Steps',
  inputs: 'Inputs',
  needs: 'Needs',
  needsLists: 'lists ({engines})',
  needsGroups: 'reviewer groups ({groups})',
  needsWebhooks: 'webhooks ({webhooks})',
  needsHosted: 'hosted pages',
  'needsCodes-phone': 'SMS for codes',
  'needsCodes-email': 'e-mail for codes',
  missing: 'Not there yet: {names}. The draft says where to change it.',
  'name-screening': 'Name screening',
  'purpose-screening':
    'Screens a customer whom your server or a colleague submits. Low risk is approved automatically, the rest goes to review.',
  'name-kyc-hosted': 'Identity verification',
  'purpose-kyc-hosted':
    'A person enters particulars, declarations, documents and a phone code. Screens, scores and decides.',
  'name-onboarding-decision': 'Onboarding decision',
  'purpose-onboarding-decision':
    'Screens an applicant, asks your CRM for a tier, scores, and approves, rejects or sends to review.',
  'name-kyb-hosted': 'Business verification',
  'purpose-kyb-hosted':
    'A company enters its data, owners and documents. All of them are screened, and two groups decide.',
  'name-kyb-two-groups': 'Company onboarding',
  'purpose-kyb-two-groups':
    'Screens a company and its declared owners, applies the ownership rules of OFAC, EU and UK, and sends it to two groups.',
  'name-transaction-check-sync': 'Transaction check',
  'purpose-transaction-check-sync':
    'Screens sender and beneficiary of a payment and answers within the call.',
  'name-web3-transaction': 'Web3 transaction',
  'purpose-web3-transaction': 'Screens wallets and names, asks for exposure by webhook, and decides.',
  'name-monitoring': 'Continuous monitoring',
  'purpose-monitoring':
    'Screens a monitored customer again after a list changed. Closes cases without a hit.',
} as const;
