import { randomBytes } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { errorCode } from '../../util/errors.js';
import type { Finding } from './finding.js';

const TRY_MS = 2000;
const TRIES = 2;

/** A provider whose MX records every resolver on the internet finds. */
const KNOWN = 'gmail.com';
/** A zone with intentionally wrong DNSSEC signatures: a validating resolver answers SERVFAIL. */
const BADLY_SIGNED = 'dnssec-failed.org';

/** The configured resolver; the system's for null. */
export const openResolver = (servers: readonly string[] | null): Resolver => {
  const resolver = new Resolver({ timeout: TRY_MS, tries: TRIES });
  if (servers !== null) resolver.setServers(servers);
  return resolver;
};

const isMissing = (error: unknown): boolean => ['ENOTFOUND', 'ENODATA'].includes(errorCode(error) ?? '');

/** Examines the resolver: its answers, its replies for names that do not exist, and DNSSEC validation. */
export const examineDns = async (resolver: Resolver): Promise<Finding[]> => {
  const part = 'DNS';
  const servers = resolver.getServers().join(', ');
  const started = performance.now();
  try {
    await resolver.resolveMx(KNOWN);
  } catch (error) {
    const reason = isMissing(error) ? `does not know ${KNOWN}: it is cut off from the internet` : 'does not answer';
    const text = `${servers} ${reason} (${errorCode(error) ?? ''}). Set DNS_SERVERS to a resolver that this machine reaches.`;
    return [{ level: 'error', part, text }];
  }
  const answered: Finding = {
    level: 'ok',
    part,
    text: `${servers}: answers in ${Math.round(performance.now() - started)} ms`,
  };
  return [answered, await examineHonesty(resolver), await examineValidation(resolver)];
};

const examineHonesty = async (resolver: Resolver): Promise<Finding> => {
  const part = 'DNS answers';
  const name = `${randomBytes(12).toString('hex')}.com`;
  try {
    const addresses = await resolver.resolve4(name);
    const text =
      `the resolver invents an address (${addresses[0] ?? ''}) for a name that does not exist: mistyped domains would look real. ` +
      'Set DNS_SERVERS to a resolver that does not.';
    return { level: 'error', part, text };
  } catch (error) {
    return isMissing(error)
      ? { level: 'ok', part, text: 'a name that does not exist is reported as such' }
      : {
          level: 'warning',
          part,
          text: `could not find out whether the resolver invents names (${errorCode(error) ?? ''}).`,
        };
  }
};

const examineValidation = async (resolver: Resolver): Promise<Finding> => {
  const part = 'DNSSEC';
  try {
    await resolver.resolve4(BADLY_SIGNED);
    return {
      level: 'warning',
      part,
      text: 'the resolver does not validate: forged answers would be believed. A resolver such as 9.9.9.9 or a local unbound does.',
    };
  } catch (error) {
    return errorCode(error) === 'ESERVFAIL'
      ? { level: 'ok', part, text: 'the resolver validates' }
      : {
          level: 'warning',
          part,
          text: `could not find out whether the resolver validates (${errorCode(error) ?? ''}).`,
        };
  }
};
