/**
 * Real domains that are close to a large provider's: nothing is suggested for them. Only those that the rules would take for a typo are
 * listed; `test/address/suggest.test.ts` holds the many that need no listing. Nearly every letter before a large provider's name makes
 * another provider or firm: qmail.com, pcloud.com.
 */
export const KNOWN =
  /^((([a-ceij-uw-z]|cox|east|last|hd-|got|home|pronto|proto)?mail|[a-hj-z]?cloud|outdoor|r?aver|never|hotmart|gail|rodgers|roger|frontiers)\.com|[a-z]mail\.ru|[ao]live\.[a-z.]+|(mailo|[aegi]mac)\.com|earthling\.net|(hotmail|outlook|gmx)\.co)$/;
