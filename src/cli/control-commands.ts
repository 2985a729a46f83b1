import { problemResponse } from '../protocol/index.js';
import type { Logger, Service } from '../service/index.js';
import { describeError } from '../service/monitoring/log.js';
import { ACCOUNT, answerAccount } from './account.js';
import { answerBackup, BACKUP } from './backup.js';
import { answerBounces, BOUNCES } from './bounces-answer.js';
import { OUTCOMES, type AnswerOutcomes } from './outcomes-answer.js';

/** Answers the commands of other processes, each by its path; see control-socket.ts. */
export const answerCommand = async (
  service: Service,
  outcomes: AnswerOutcomes,
  log: Logger,
  request: Request,
): Promise<Response> => {
  const tell = (message: string) => (error: unknown) => {
    log.error({ error: describeError(error) }, message);
  };
  const { pathname, searchParams } = new URL(request.url);
  switch (pathname) {
    case `/${BACKUP}`:
      return answerBackup(service, tell('the backup failed'));
    case `/${ACCOUNT}`:
      return answerAccount(service, request, tell('a command failed'));
    case `/${BOUNCES}`:
      return answerBounces(service, request, tell('a command failed'));
    case `/${OUTCOMES}`:
      return Response.json(await outcomes(searchParams));
    default:
      return problemResponse('not_found', 'It knows no such command: restart it with this version.');
  }
};
