/** Words of the pages before the sign-in. */
import type { Registration } from '../answers.js';

const REGISTRATION: Record<Registration, string> = {
  open: 'No account yet?',
  invite: 'New accounts need an invitation link from the operator of this service.',
  closed: 'New accounts are closed here. Ask the operator of this service.',
};

export const DOORS = {
  registration: REGISTRATION,
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
  confirmLead:
    'One more step: enter the password that you chose when you registered. If you did not register here, close this page.',
  confirm: 'Confirm my address',
  confirmed: 'Your account is ready. Sign in with your address and password.',
  addressLead: 'Confirm that the new address is yours. From then on you sign in with it.',
  addressSignIn: 'Sign in with your present address. Then you can confirm the new one.',
  addressConfirmed: 'Your new address is set. Sign in with it from now on.',
  resetLead: 'Then sign in with it. All other sessions are ended.',
  setPassword: 'Set the password',
  passwordSet: 'Your new password is set. Sign in with it.',
  operatorLead: 'Choose the address and the password with which you run this service.',
  becomeOperator: 'Become the operator',
  operatorSet: 'You are the operator now.',
  operatorSignIn: 'You are the operator now. Sign in.',
  incompleteLink: 'This page needs the link from your mail. Open that link again, as a whole.',
} as const;
