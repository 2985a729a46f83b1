/**
 * Domains that are what they say, though they stand close to a large provider: nothing is suggested for them. Only those are listed that
 * the rules would take for a slip; `test/address/suggest.test.ts` holds the many that need no listing. Other providers and firms are
 * called like one, with nearly every letter before it: qmail.com, pcloud.com.
 */
export const KNOWN =
  /^((([a-ceij-uw-z]|cox|east|last|hd-|got|home|pronto|proto)?mail|[a-hj-z]?cloud|outdoor|r?aver|never|gail|rodgers|roger|frontiers)\.com|gmail\.ru|earthling\.net)$/;
