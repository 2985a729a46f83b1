export { timeout as inTime, TimeoutError as DeadlinePassed, withTimeout as withDeadline } from '../util/timeout.js';
