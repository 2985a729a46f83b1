/** Words of the sources of outcomes. */
import type { SourceList } from '../answers.js';
import { formatCount } from '../format.js';

const PROVIDERS: Record<SourceList['providers'][number]['provider'], string> = {
  ses: 'Amazon SES',
  sendgrid: 'SendGrid',
  mailgun: 'Mailgun',
  postmark: 'Postmark',
  brevo: 'Brevo',
  resend: 'Resend',
  sparkpost: 'SparkPost',
  mailjet: 'Mailjet',
};

export const MAIL_SOURCES = {
  mailSources: 'Sources of outcomes',
  mailSourcesLead:
    'Your mail provider can tell what becomes of your mail: make an address for it, and enter that as a webhook there.',
  noMailSources: 'No sources yet.',
  mailProvider: 'Mail provider',
  providerName: (provider: string): string => (PROVIDERS as Readonly<Record<string, string>>)[provider] ?? provider,
  signingKey: 'Its signing key',
  signingKeyIs: (expected: string) => `It is ${expected}.`,
  makeSource: 'Make the address',
  sourceMade: (provider: string) => `The address for ${provider}, shown this once. Enter it as a webhook there:`,
  copySource: 'Copy the address',
  sourceUsed: (age: string, count: number) => `last heard of ${age}; ${formatCount(count, 'outcome', 'outcomes')}`,
  sourceUnused: 'not heard of yet',
  deleteSource: 'Delete',
  deleteSourceOf: (provider: string) => `Delete the source ${provider}`,
  deleteSourceTitle: (provider: string) => `Delete the source ${provider}?`,
  deleteSourceLead: 'Its address ends at once. What it has told stays.',
  sourceDeleted: (provider: string) => `The source ${provider} was deleted.`,
} as const;
