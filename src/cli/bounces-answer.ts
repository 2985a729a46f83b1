import { z } from 'zod';
import { problemResponse } from '../protocol/index.js';
import { Refusal } from '../protocol/refusal.js';
import { StartupError } from '../config/startup-error.js';
import { MAIL_OUTCOMES } from '../service/mail-outcomes/mail-outcomes.js';
import type { MailReport, Reported, Service } from '../service/index.js';
import { readText } from '../util/read-body.js';
import { asLine, idOf } from './account.js';

/** The command's name on the control socket. */
export const BOUNCES = 'bounces';

/** A thousand reports, each with the longest address. */
const MAX_BYTES = 4_194_304;
const TIMEOUT_MS = 5000;

/** The message of the command to the process that holds the store. */
const MESSAGE = z.object({
  account: z.union([z.number(), z.string(), z.null()]),
  reports: z.array(z.object({ email: z.string(), outcome: z.enum(MAIL_OUTCOMES), at: z.coerce.date().nullable() })),
});
export type BouncesMessage = z.input<typeof MESSAGE>;

/** The answer: what was stored, or the error that ended the command. */
export const BOUNCES_ANSWER = z.union([
  z.object({ mailboxes: z.int(), repeats: z.int(), tooOld: z.int() }),
  z.object({ error: z.string() }),
]);

/**
 * Stores reports, in the process that holds the store.
 * @throws StartupError for an unknown account, one that is full, or a store that fails.
 */
export const storeReports = async (
  service: Service,
  account: number | string | null,
  reports: readonly MailReport[],
): Promise<Reported> => {
  try {
    return await service.outcomes.report(await idOf(service, account), reports);
  } catch (error) {
    throw error instanceof Refusal ? new StartupError(error.detail) : asLine(error);
  }
};

/** Answers the command `bounces` of another process; see control-socket.ts. */
export const answerBounces = async (
  service: Service,
  request: Request,
  onError: (error: unknown) => void,
): Promise<Response> => {
  const text = await readText(request, { maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS }).catch(() => '');
  const message = MESSAGE.safeParse(JSON.parse(text === '' ? 'null' : text));
  if (!message.success)
    return problemResponse('bad_request', 'It knows no such reports: restart it with this version.');
  const { account, reports } = message.data;
  const answer = (body: z.output<typeof BOUNCES_ANSWER>): Response => Response.json(body);
  try {
    return answer(await storeReports(service, account, reports));
  } catch (error) {
    if (error instanceof StartupError) return answer({ error: error.message });
    onError(error);
    return answer({ error: 'The running service failed; its log says why.' });
  }
};
