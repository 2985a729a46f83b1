/** Words of the operator’s page of all accounts. */
import { formatCount } from '../format.js';

const SOURCES = { free: 'free', grant: 'granted', purchase: 'bought' } as const;

export const ACCOUNTS = {
  sources: SOURCES,
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
  accountNamed: (id: number) => `account ${id}`,
  noUser: 'No user',
  since: (day: string) => `since ${day}`,
  grant: 'Add credits',
  grantTo: (who: string) => `Add credits to ${who}`,
  count: 'How many',
  source: 'Kind',
  expires: 'Expire on',
  expiresHint: 'Optional. At the end of this day (UTC).',
  reference: 'Reference',
  referenceHint: 'Optional, such as an invoice number. The same one is never added twice.',
  granted: (count: number) => `${formatCount(count, 'credit was', 'credits were')} added.`,
  grantedBefore: 'Nothing was added: there are credits with this reference already.',
  planOf: (who: string) => `Plan of ${who}`,
  planSet: (who: string, plan: string) => `${who} is on the plan ${plan} now.`,
} as const;
