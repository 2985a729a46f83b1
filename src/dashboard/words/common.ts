/** Words of more than one page: titles, buttons, fields, and the names of plans and verdicts. */
import type { Plan } from '../answers.js';
import type { View } from '../route.js';

const PRODUCT = 'email-verify';

/** The heading of each page; the title of the document begins with it. */
const TITLES: Record<View, string> = {
  overview: 'Overview',
  form: 'Form',
  'api-settings': 'API Settings',
  check: 'Check one address',
  lists: 'Lists',
  rules: 'Allow and deny',
  accuracy: 'Accuracy',
  account: 'Your account',
  accounts: 'All accounts',
  'sign-in': 'Sign in',
  register: 'Create an account',
  'forgot-password': 'Forgot your password?',
  confirm: 'Confirm your address',
  reset: 'Set a new password',
  address: 'Confirm your new address',
  operator: 'Become the operator',
  invitation: 'Create an account',
};

const PLANS: Record<Plan, string> = { standard: 'Standard', enterprise: 'Enterprise' };

const STATUSES = { valid: 'Valid', risky: 'Risky', invalid: 'Invalid', unknown: 'Unknown' } as const;

export const COMMON = {
  product: PRODUCT,
  titles: TITLES,
  documentTitle: (view: View) => `${TITLES[view]} · ${PRODUCT}`,
  plans: PLANS,
  statuses: STATUSES,
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
} as const;
