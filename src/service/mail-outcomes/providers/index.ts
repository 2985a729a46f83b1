import type { GetText } from '../../outgoing/get-text.js';
import { brevo } from './brevo.js';
import { mailgun } from './mailgun.js';
import { mailjet } from './mailjet.js';
import { postmark } from './postmark.js';
import { resend } from './resend.js';
import { sendgrid } from './sendgrid.js';
import { createSes } from './ses.js';
import { sparkpost } from './sparkpost.js';
import type { ProviderWebhook } from './webhook.js';

/** The providers whose webhooks are read. */
export const PROVIDERS = ['ses', 'sendgrid', 'mailgun', 'postmark', 'brevo', 'resend', 'sparkpost', 'mailjet'] as const;
export type MailProvider = (typeof PROVIDERS)[number];

/** Creates the readers of the providers' webhooks. */
export const createWebhooks = (get: GetText): Readonly<Record<MailProvider, ProviderWebhook>> => ({
  ...{ ses: createSes(get), sendgrid, mailgun, postmark, brevo, resend, sparkpost, mailjet },
});
