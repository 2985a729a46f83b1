/**
 * The reason why a token is refused, in the order of the checks. All up to `domain` are found without a network:
 *
 * - `malformed`: not a token of this protocol, or one with disclosures;
 * - `algorithm`: `none`, a shared secret, or an algorithm that the issuer does not name;
 * - `email`: of another address; `email_unverified`: the issuer does not say that the person controls it;
 * - `issuer`: by none of `issuers`;
 * - `audience`: for another origin; `nonce`: for another form;
 * - `expired`: older than five minutes, or past its own end; `not_yet_valid`: issued or valid in the future only, so one
 *   of the two clocks is wrong;
 * - `key_binding`: the browser's key has not signed just this token;
 * - `domain`: the address is in none of `domains`;
 * - `delegation`: the domain of the address names another issuer, or none;
 * - `delegation_unavailable`: its DNS could not be asked;
 * - `metadata`: the issuer's metadata are wrong, or name a host that is not allowed;
 * - `keys_unavailable`: metadata or keys could not be fetched;
 * - `key`: the issuer has no such key;
 * - `signature`: the issuer has not signed it.
 */
export type OwnershipFault =
  | 'malformed'
  | 'algorithm'
  | 'email'
  | 'email_unverified'
  | 'issuer'
  | 'audience'
  | 'nonce'
  | 'expired'
  | 'not_yet_valid'
  | 'key_binding'
  | 'domain'
  | 'delegation'
  | 'delegation_unavailable'
  | 'metadata'
  | 'keys_unavailable'
  | 'key'
  | 'signature';

/** Carries a fault to the end of the check. */
export class Refused extends Error {
  override readonly name = 'Refused';

  constructor(readonly reason: OwnershipFault) {
    super(reason);
  }
}
