import type { Question } from './message.js';
import type { Reply } from './reply.js';
import type { Resolver } from './resolver.js';
import type { StopSignal } from '../../util/timeout.js';

/** A look-up of several questions, each of which follows from the replies before it. */
export type LookUpSteps<T> = Generator<Question, T, Reply>;

/** Asks the questions. @throws the signal's reason if it is aborted. */
export const askSteps = async <T>(steps: LookUpSteps<T>, resolver: Resolver, signal: StopSignal): Promise<T> => {
  let step = steps.next();
  while (step.done !== true) step = steps.next(await resolver.resolve(step.value.name, step.value.type, signal));
  return step.value;
};

/** Answers the questions from memory, at once. @returns undefined if one of them has to be asked. */
export const recallSteps = <T>(steps: LookUpSteps<T>, resolver: Pick<Resolver, 'recall'>): T | undefined => {
  let step = steps.next();
  while (step.done !== true) {
    const reply = resolver.recall(step.value.name, step.value.type);
    if (reply === undefined) return undefined;
    step = steps.next(reply);
  }
  return step.value;
};
