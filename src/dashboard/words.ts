/** All words of the dashboard, in English. */
import type { Plan, Registration, Scope } from './answers.js';
import type { SnippetName } from './snippets.js';
import type { View } from './route.js';

const PRODUCT = 'email-verify';

/** The heading of each page; the title of the document begins with it. */
const TITLES: Record<View, string> = {
  overview: 'Overview',
  'api-settings': 'API Settings',
  check: 'Check one address',
  account: 'Account',
  accounts: 'Accounts',
  'sign-in': 'Sign in',
  register: 'Create an account',
  'forgot-password': 'Forgot your password?',
  confirm: 'Confirm your address',
  reset: 'Set a new password',
  address: 'Confirm your new address',
  operator: 'Become the operator',
  invitation: 'Create an account',
};

const SCOPES: Record<Scope, string> = { validate: 'Check single addresses', batch: 'Check lists' };

const PLANS: Record<Plan, string> = { standard: 'Standard', enterprise: 'Enterprise' };

const STATUSES = { valid: 'Valid', risky: 'Risky', invalid: 'Invalid', unknown: 'Unknown' } as const;

/** The kinds of entries in the history of credits. */
const KINDS: Readonly<Record<string, string>> = {
  free: 'Free credits of the month',
  grant: 'Granted',
  purchase: 'Bought',
  check: 'Checks',
  used_before: 'Used before the history of days began',
};

const SOURCES = { free: 'free', grant: 'granted', purchase: 'bought' } as const;

const REGISTRATION: Record<Registration, string> = {
  open: 'No account yet?',
  invite: 'New accounts need an invitation link from the operator of this service.',
  closed: 'New accounts are closed here. Ask the operator of this service.',
};

const SNIPPETS: Record<SnippetName, { label: string; language: string; note: string }> = {
  edge: {
    label: 'Your edge',
    language: 'Command',
    note: 'Run this on a server of yours, with Node 20.11 or later. It holds your key, so that no page has to. SECRET was made in this browser and is stored nowhere: keep it with the command, and both in a safe place.',
  },
  script: {
    label: 'Script tag',
    language: 'HTML',
    note: 'Put this into the head of every page with a sign-up form. The script finds the e-mail fields by itself.',
  },
  react: { label: 'React', language: 'JSX', note: 'First run: npm install email-verify-element' },
  vue: { label: 'Vue', language: 'Vue', note: 'First run: npm install email-verify-element' },
  wordpress: {
    label: 'WordPress',
    language: 'PHP',
    note: 'There is no plugin yet. Add this to functions.php of your theme (WordPress 6.5 or later). It works with form plugins that post their own form. Without PHP, put the script tag into a Custom HTML block.',
  },
  curl: {
    label: 'curl',
    language: 'Command',
    note: 'For your servers and scripts. Never call this from a page: everybody could read your key there.',
  },
};

export const WORDS = {
  product: PRODUCT,
  titles: TITLES,
  documentTitle: (view: View) => `${TITLES[view]} · ${PRODUCT}`,
  registration: REGISTRATION,
  scopes: SCOPES,
  plans: PLANS,
  statuses: STATUSES,
  kinds: KINDS,
  sources: SOURCES,
  snippets: SNIPPETS,

  // Everywhere
  offline: 'The service does not answer. Check your connection, and try again.',
  unexpected: (status: number) =>
    `The service gave an answer that this page does not understand (${status}). Try again.`,
  sessionOver: 'Your session has ended. Sign in again.',
  loading: 'Loading…',
  tryAgain: 'Try again',
  cancel: 'Cancel',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Your browser does not allow copying here. Select the text and copy it yourself.',
  show: 'Show',
  hide: 'Hide',
  older: 'Show older ones',
  skip: 'Skip to the content',
  menu: 'Menu',
  navigation: 'Pages',
  signOut: 'Sign out',
  signedInAs: 'Signed in as',
  operatorRole: 'Operator',

  // Fields
  email: 'Email',
  password: 'Password',
  newPassword: 'New password',
  currentPassword: 'Your password',
  showPassword: 'Show password',
  passwordHint: 'At least 10 characters. Four random words are good.',

  // Doors
  signIn: 'Sign in',
  forgot: 'Forgot your password?',
  createAccount: 'Create an account',
  backToSignIn: 'Back to sign-in',
  registerLead: '100 free checks every month, and an API key right away.',
  invited: 'You have been invited.',
  lookIntoMail: 'Look into your mail',
  mailSent: (email: string) =>
    `We have sent a mail to ${email}. Open the link in it within 24 hours to finish. If nothing comes within a few minutes, look into the spam folder.`,
  forgotLead: 'Enter the address of your account. We send you a link to set a new password.',
  sendLink: 'Send the link',
  resetSent: (email: string) => `If ${email} has an account here, a link is on its way. It works once, for one hour.`,
  confirmLead: 'One more step: confirm that the address is yours. Then your account is ready.',
  confirm: 'Confirm my address',
  confirmed: 'Your account is ready. Sign in with your address and password.',
  addressLead: 'Confirm that the new address is yours. From then on you sign in with it.',
  addressConfirmed: 'Your new address is set. Sign in with it from now on.',
  resetLead: 'Then sign in with it. All other sessions are ended.',
  setPassword: 'Set the password',
  passwordSet: 'Your new password is set. Sign in with it.',
  operatorLead: 'Choose the address and the password with which you run this service.',
  becomeOperator: 'Become the operator',
  operatorSet: 'You are the operator now. Sign in.',
  incompleteLink: 'This page needs the link from your mail. Open that link again, as a whole.',

  // Overview
  creditsLeft: 'Credits left',
  creditsOf: (free: string, bought: string) => `${free} free, ${bought} bought or granted`,
  reserved: (count: string) => `${count} more are reserved for lists.`,
  nextFree: (day: string) => `Free credits are renewed on ${day} (UTC).`,
  noCreditsLeft: 'You have no credits left. Checks are refused until the next free ones come, or more are added.',
  plan: 'Plan',
  planMeaning: { standard: '5 checks a second', enterprise: 'No limit on checks a second' } satisfies Record<
    Plan,
    string
  >,
  checks30: 'Checks in 30 days',
  deliverable: (percent: string) => `${percent} of them valid`,
  use: 'Checks per day',
  useSummary: (all: string, peak: string, day: string) =>
    `${all} checks in the last 30 days. The most in one day: ${peak}, on ${day}.`,
  verdicts: 'Verdicts',
  asTable: 'Show as a table',
  day: 'Day',
  verdict: 'Verdict',
  checks: 'Checks',
  share: 'Share',
  noChecks: 'No checks in the last 30 days',
  noChecksLead: 'Your charts appear here with the first check.',
  toCheck: 'Check one address',
  toSnippets: 'Add it to a page',
  history: 'History of credits',
  noHistory: 'Nothing yet. Every check and every added credit will be listed here.',
  when: 'When',
  what: 'What',
  credits: 'Credits',
  paidFrom: { free: 'with free credits', grant: 'with granted credits', purchase: 'with bought credits' } as const,
  until: (day: string) => `until ${day}`,

  // API Settings
  keys: 'API keys',
  keysLead: 'A key lets your servers and your edge use your credits. Keep it out of pages and repositories.',
  noKeys: 'You have no API key. Add one to use the service.',
  addKey: 'Add a key',
  live: 'Live',
  test: 'Test',
  modeLegend: 'Kind',
  liveMeaning: 'checks addresses and costs credits',
  testMeaning: 'costs nothing, uses no network: the name of the address sets the verdict, such as risky@…',
  name: 'Name',
  nameHint: 'For you, such as “Shop”.',
  scopesLegend: 'May be used to',
  networks: 'Allowed addresses',
  networksHint: 'IP addresses or blocks of your servers, one a line, such as 192.0.2.0/24. Empty: any.',
  add: 'Add the key',
  added: (name: string) => `The key “${name}” was added.`,
  neverUsed: 'never used',
  lastUsed: 'Last used',
  created: 'Created',
  from: 'From',
  anyAddress: 'any address',
  endsAt: (time: string) => `Replaced. It works until ${time}.`,
  showKey: (name: string) => `Show the key “${name}”`,
  hideKey: (name: string) => `Hide the key “${name}”`,
  copyKey: (name: string) => `Copy the key “${name}”`,
  rotateKey: (name: string) => `Rotate the key “${name}”`,
  revokeKey: (name: string) => `Revoke the key “${name}”`,
  rotate: 'Rotate',
  revoke: 'Revoke',
  rotateTitle: (name: string) => `Rotate “${name}”?`,
  rotateLead:
    'You get a new key with the same name and rights. Put it into your servers while the old one still works.',
  grace: 'The old key works for',
  graces: [
    [0, 'not at all: it ends now'],
    [1, 'one more hour'],
    [24, 'one more day'],
    [168, 'one more week'],
    [720, '30 more days'],
  ] as const,
  rotated: (name: string, time: string) => `“${name}” has a new key. The old one works until ${time}.`,
  rotatedNow: (name: string) => `“${name}” has a new key. The old one has ended.`,
  revokeTitle: (name: string) => `Revoke “${name}”?`,
  revokeLead: 'It stops working at once, for everything that uses it. This cannot be undone.',
  revoked: (name: string) => `The key “${name}” was revoked.`,

  // Snippets
  code: 'Put it to use',
  codeLead:
    'Your own edge stands between your pages and this service. Fill in your site, run the edge, and paste the code.',
  codeLeadOperator: 'Pages call the edge of this deployment. Fill in your site, and paste the code.',
  site: 'Your site',
  siteHint: 'The address of the pages with your form, such as https://shop.example',
  siteWrong: 'Enter the address of a site, such as https://shop.example',
  edgeUrl: 'Your edge',
  edgeHint: 'The address by which browsers reach your edge, such as https://edge.shop.example',
  edgeWrong: 'Enter an address such as https://edge.shop.example',
  keyOfCode: 'Key',
  codeTabs: 'Code for',
  copyCode: (label: string) => `Copy the code for ${label}`,
  keyPut: 'The button copies your whole key.',
  noLiveKey: 'Add a live key first: this code needs one.',
  whichEdge: 'Which edge',
  thisEdge: 'This deployment’s',
  ownEdge: 'One of my own',
  origins: 'Sites that may use this deployment’s edge',
  originsHint: 'To change them, start the service with the setting ALLOWED_ORIGINS. For example:',
  originAllowed: (origin: string) => `${origin} is allowed.`,
  originMissing: (origin: string) =>
    `${origin} is not allowed yet: add it to ALLOWED_ORIGINS, and start the service again.`,

  // Check
  checkLead: 'Costs one credit. Test it as your form would.',
  address: 'Address',
  noAddress: 'Enter an address.',
  check: 'Check it',
  checking: 'Checking…',
  resultOf: (email: string) => `Result for ${email}`,
  score: 'Score',
  quality: 'Quality',
  mailServer: 'Mail server',
  noMailServer: 'none found',
  didYouMean: 'Did you mean',
  useSuggestion: 'Check this one',
  whyScore: 'How the score comes about',
  start: 'Every address starts with',
  nothingAgainst: 'Nothing was found that speaks against it.',
  effectInvalid: 'sets 0.00',
  effectUnknown: 'sets 0.50',
  effectNone: 'no deduction',
  effectMoot: 'does not count here',
  reason: 'Reason',
  effect: 'Effect',
  total: 'Score',
  floor: 'Deductions never go below 0.30: many doubts are no proof.',
  meaning: {
    valid: 'Mail can be delivered.',
    risky: 'Mail can or might arrive, and something speaks against the address.',
    invalid: 'Mail cannot be delivered.',
    unknown: 'It could not be found out whether mail arrives.',
  } as const,

  // Account
  addressTitle: 'Email address',
  addressNow: (email: string) => `You sign in with ${email}.`,
  newAddress: 'New address',
  changeAddress: 'Change the address',
  addressMail: (email: string) =>
    `We have sent a link to ${email}. Open it within 24 hours. Until then, nothing changes.`,
  passwordTitle: 'Password',
  changePassword: 'Change the password',
  passwordChanged: 'Your password was changed. All other sessions were ended.',
  sessionsTitle: 'Sessions',
  sessionsLead: 'The browsers in which you are signed in.',
  thisBrowser: 'This browser',
  unknownBrowser: 'Unknown browser',
  signedInAt: (time: string) => `signed in ${time}`,
  endSession: 'Sign out',
  endSessionOf: (browser: string, time: string) => `Sign out ${browser}, signed in ${time}`,
  endOthers: 'Sign out everywhere else',
  ended: 'That browser was signed out.',
  endedOthers: 'All other browsers were signed out.',
  onlyThis: 'You are signed in nowhere else.',
  exportTitle: 'Your data',
  exportLead: 'A JSON file with all that is stored about your account.',
  export: 'Download your data',
  deleteTitle: 'Delete the account',
  deleteLead:
    'Your keys stop working at once. Your credits, bought ones too, your sessions and the record of your checks are lost. This cannot be undone.',
  deleteOperator: 'The operator’s account runs this service, and cannot be deleted here.',
  delete: 'Delete my account',
  deleteSure: 'Delete my account for good',
  deleted: 'Your account was deleted.',

  // Accounts
  invite: 'Invite somebody',
  inviteLead: 'The link lets one person create an account, within a week.',
  invitationsClosed:
    'Nobody can register now. Start the service with REGISTRATION=invite for invitations to work, or with open for everybody.',
  makeInvitation: 'Make an invitation link',
  invitation: 'Invitation link',
  invitationUntil: (time: string) => `Works once, until ${time}. It is shown only now.`,
  accountsTitle: 'All accounts',
  noAccounts: 'There are no accounts yet.',
  accountNumber: (id: number) => `Account ${id}`,
  since: (day: string) => `since ${day}`,
  grant: 'Add credits',
  grantTo: (who: string) => `Add credits to ${who}`,
  count: 'How many',
  source: 'Kind',
  expires: 'Expire on',
  expiresHint: 'Optional. At the end of this day (UTC).',
  reference: 'Reference',
  referenceHint: 'Optional, such as an invoice number. The same one is never added twice.',
  granted: (count: string) => `${count} credits were added.`,
  grantedBefore: 'Nothing was added: there are credits with this reference already.',
  planOf: (who: string) => `Plan of ${who}`,
  planSet: (who: string, plan: string) => `${who} is on the plan ${plan} now.`,
} as const;
