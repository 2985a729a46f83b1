/** Messages of mail providers, in the shapes of their public documentation, and the outcomes in them. */
import type { MailOutcome } from '../../../../src/service/mail-outcomes/mail-outcomes.js';
import type { MailProvider } from '../../../../src/service/mail-outcomes/providers/index.js';

type Expected = [email: string, outcome: MailOutcome, at: string];

interface Body {
  body: unknown;
  expected: Expected[];
}

const AT = '2026-01-31T12:00:00.000Z';
const SECONDS = Date.parse(AT) / 1000;

export const BODIES: Record<MailProvider, Body[]> = {
  ses: [
    {
      body: {
        notificationType: 'Bounce',
        bounce: {
          feedbackId: '0000013786031775-fea503bc-7497-49e1-881b-a0379bb037d3-000000',
          bounceType: 'Permanent',
          bounceSubType: 'General',
          bouncedRecipients: [
            {
              emailAddress: 'jane@firm.org',
              status: '5.1.1',
              action: 'failed',
              diagnosticCode: 'smtp; 550 5.1.1 <jane@firm.org>',
            },
            { emailAddress: 'richard@firm.org' },
          ],
          timestamp: AT,
          reportingMTA: 'dns; email.example.com',
        },
        mail: {
          timestamp: AT,
          source: 'john@example.com',
          messageId: '00000137860315fd',
          destination: ['jane@firm.org'],
        },
      },
      expected: [
        ['jane@firm.org', 'hard_bounce', AT],
        ['richard@firm.org', 'hard_bounce', AT],
      ],
    },
    {
      body: {
        eventType: 'Bounce',
        bounce: {
          bounceType: 'Transient',
          bounceSubType: 'MailboxFull',
          bouncedRecipients: [{ emailAddress: 'a@firm.org' }],
          timestamp: AT,
        },
      },
      expected: [['a@firm.org', 'soft_bounce', AT]],
    },
    {
      body: {
        eventType: 'Bounce',
        bounce: {
          bounceType: 'Permanent',
          bounceSubType: 'OnAccountSuppressionList',
          bouncedRecipients: [{ emailAddress: 'a@firm.org' }],
          timestamp: AT,
        },
      },
      expected: [],
    },
    {
      body: {
        notificationType: 'Complaint',
        complaint: {
          userAgent: 'AnyCompany Feedback Loop (V0.01)',
          complainedRecipients: [{ emailAddress: 'b@firm.org' }],
          complaintFeedbackType: 'abuse',
          timestamp: AT,
        },
      },
      expected: [['b@firm.org', 'complaint', AT]],
    },
    {
      body: {
        notificationType: 'Delivery',
        delivery: { timestamp: AT, processingTimeMillis: 546, recipients: ['c@firm.org'], smtpResponse: '250 ok' },
      },
      expected: [['c@firm.org', 'delivered', AT]],
    },
    { body: { eventType: 'Open', open: { timestamp: AT } }, expected: [] },
  ],
  sendgrid: [
    {
      body: [
        { email: 'd@firm.org', timestamp: SECONDS, 'smtp-id': '<14c5d75ce93>', event: 'delivered', response: '250 OK' },
        {
          email: 'e@firm.org',
          timestamp: SECONDS,
          event: 'bounce',
          type: 'bounce',
          status: '5.1.1',
          bounce_classification: 'Invalid Address',
          reason: '550',
        },
        { email: 'f@firm.org', timestamp: SECONDS, event: 'bounce', type: 'blocked', status: '5.7.1' },
        { email: 'g@firm.org', timestamp: SECONDS, event: 'spamreport' },
        { email: 'h@firm.org', timestamp: SECONDS, event: 'dropped', reason: 'Bounced Address' },
        { email: 'i@firm.org', timestamp: SECONDS, event: 'deferred', attempt: '5' },
        { email: 'j@firm.org', timestamp: SECONDS, event: 'open', useragent: 'Mozilla/5.0' },
      ],
      expected: [
        ['d@firm.org', 'delivered', AT],
        ['e@firm.org', 'hard_bounce', AT],
        ['f@firm.org', 'soft_bounce', AT],
        ['g@firm.org', 'complaint', AT],
      ],
    },
  ],
  mailgun: [
    {
      body: {
        'event-data': {
          event: 'failed',
          severity: 'permanent',
          reason: 'bounce',
          recipient: 'k@firm.org',
          timestamp: SECONDS + 0.25,
        },
      },
      expected: [['k@firm.org', 'hard_bounce', '2026-01-31T12:00:00.250Z']],
    },
    {
      body: {
        'event-data': {
          event: 'failed',
          severity: 'temporary',
          reason: 'generic',
          recipient: 'k@firm.org',
          timestamp: SECONDS,
        },
      },
      expected: [['k@firm.org', 'soft_bounce', AT]],
    },
    {
      body: {
        'event-data': {
          event: 'failed',
          severity: 'permanent',
          reason: 'suppress-bounce',
          recipient: 'k@firm.org',
          timestamp: SECONDS,
        },
      },
      expected: [],
    },
    {
      body: { 'event-data': { event: 'delivered', recipient: 'l@firm.org', timestamp: SECONDS } },
      expected: [['l@firm.org', 'delivered', AT]],
    },
    {
      body: { 'event-data': { event: 'complained', recipient: 'm@firm.org', timestamp: SECONDS } },
      expected: [['m@firm.org', 'complaint', AT]],
    },
    { body: { 'event-data': { event: 'opened', recipient: 'm@firm.org', timestamp: SECONDS } }, expected: [] },
  ],
  postmark: [
    {
      body: {
        RecordType: 'Bounce',
        Type: 'HardBounce',
        TypeCode: 1,
        Email: 'n@firm.org',
        BouncedAt: '2026-01-31T07:00:00.0000000-05:00',
        Inactive: true,
      },
      expected: [['n@firm.org', 'hard_bounce', AT]],
    },
    {
      body: { RecordType: 'Bounce', Type: 'Transient', TypeCode: 2, Email: 'n@firm.org', BouncedAt: AT },
      expected: [['n@firm.org', 'soft_bounce', AT]],
    },
    {
      body: { RecordType: 'Delivery', Recipient: 'o@firm.org', DeliveredAt: AT, Details: 'Test' },
      expected: [['o@firm.org', 'delivered', AT]],
    },
    {
      body: { RecordType: 'SpamComplaint', Type: 'SpamComplaint', Email: 'p@firm.org', BouncedAt: AT },
      expected: [['p@firm.org', 'complaint', AT]],
    },
    { body: { RecordType: 'Open', Recipient: 'p@firm.org', ReceivedAt: AT }, expected: [] },
  ],
  brevo: [
    {
      body: {
        event: 'hard_bounce',
        email: 'q@firm.org',
        id: 26_224,
        date: '2026-01-31 13:00:00',
        ts: SECONDS,
        ts_event: SECONDS,
        reason: 'server is down',
      },
      expected: [['q@firm.org', 'hard_bounce', AT]],
    },
    {
      body: [
        { event: 'delivered', email: 'r@firm.org', ts_event: SECONDS },
        { event: 'spam', email: 's@firm.org', ts_event: SECONDS },
      ],
      expected: [
        ['r@firm.org', 'delivered', AT],
        ['s@firm.org', 'complaint', AT],
      ],
    },
    {
      body: { event: 'softBounce', email: 's@firm.org', ts_event: SECONDS },
      expected: [['s@firm.org', 'soft_bounce', AT]],
    },
    { body: { event: 'toString', email: 's@firm.org', ts_event: SECONDS }, expected: [] },
  ],
  resend: [
    {
      body: {
        type: 'email.bounced',
        created_at: AT,
        data: {
          created_at: AT,
          email_id: '56761188',
          from: 'a@b.example',
          to: ['t@firm.org', 'u@firm.org'],
          subject: 'Hi',
          bounce: { message: 'no', subType: 'General', type: 'Permanent' },
        },
      },
      expected: [
        ['t@firm.org', 'hard_bounce', AT],
        ['u@firm.org', 'hard_bounce', AT],
      ],
    },
    {
      body: { type: 'email.bounced', created_at: AT, data: { to: ['t@firm.org'], bounce: { type: 'Transient' } } },
      expected: [['t@firm.org', 'soft_bounce', AT]],
    },
    {
      body: { type: 'email.delivered', created_at: AT, data: { to: ['v@firm.org'] } },
      expected: [['v@firm.org', 'delivered', AT]],
    },
    {
      body: { type: 'email.complained', created_at: AT, data: { to: ['w@firm.org'] } },
      expected: [['w@firm.org', 'complaint', AT]],
    },
    { body: { type: 'email.delivery_delayed', created_at: AT, data: { to: ['w@firm.org'] } }, expected: [] },
  ],
  sparkpost: [
    {
      body: [
        { msys: {} },
        {
          msys: {
            message_event: {
              type: 'delivery',
              rcpt_to: 'x@firm.org',
              timestamp: String(SECONDS),
              event_id: '92356927693813856',
            },
          },
        },
        {
          msys: {
            message_event: {
              type: 'bounce',
              bounce_class: '10',
              rcpt_to: 'y@firm.org',
              timestamp: String(SECONDS),
              error_code: '554',
            },
          },
        },
        {
          msys: {
            message_event: { type: 'out_of_band', bounce_class: '22', rcpt_to: 'y@firm.org', timestamp: SECONDS },
          },
        },
        {
          msys: {
            message_event: { type: 'spam_complaint', rcpt_to: 'z@firm.org', timestamp: SECONDS, fbtype: 'abuse' },
          },
        },
        { msys: { track_event: { type: 'open', rcpt_to: 'z@firm.org', timestamp: SECONDS } } },
      ],
      expected: [
        ['x@firm.org', 'delivered', AT],
        ['y@firm.org', 'hard_bounce', AT],
        ['y@firm.org', 'soft_bounce', AT],
        ['z@firm.org', 'complaint', AT],
      ],
    },
  ],
  mailjet: [
    {
      body: {
        event: 'bounce',
        time: SECONDS,
        MessageID: 13_792_286_917_004_336,
        email: 'a@firm.org',
        hard_bounce: true,
        blocked: false,
        error: 'user unknown',
      },
      expected: [['a@firm.org', 'hard_bounce', AT]],
    },
    {
      body: [
        { event: 'sent', time: SECONDS, email: 'b@firm.org', smtp_reply: 'sent (250 2.0.0 OK)' },
        { event: 'spam', time: SECONDS, email: 'c@firm.org', source: 'JMRPP' },
        { event: 'bounce', time: SECONDS, email: 'd@firm.org', hard_bounce: false },
        { event: 'blocked', time: SECONDS, email: 'e@firm.org' },
      ],
      expected: [
        ['b@firm.org', 'delivered', AT],
        ['c@firm.org', 'complaint', AT],
        ['d@firm.org', 'soft_bounce', AT],
      ],
    },
  ],
};
