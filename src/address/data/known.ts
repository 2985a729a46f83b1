/**
 * Real domains that are close to a large provider's: nothing is suggested for them. Only those that the rules would take for a typo are
 * listed; `test/address/suggest.test.ts` holds the many that need no listing. Nearly every letter before a large provider's name makes
 * another provider or firm: qmail.com, pcloud.com.
 */
export const KNOWN =
  /^((([a-ceij-uw-z]|cox|east|last|hd-|got|home|pronto|proto)?mail|([a-hj-z]|hi)?cloud|outdoor|r?aver|never|hotmart|gail|rodgers|roger|frontiers)\.com|[a-z]mail\.ru|[ao]live\.[a-z.]+|(mailo|[aegi]mac)\.com|earthling\.net|(hotmail|outlook|gmx)\.co)$/;

/** Typos of a large provider that the public lists call a disposable or another provider: asked about, never fixed. */
export const DOUBTFUL =
  /^((gaail|gsmail|gtmail|gmil|gmaul|gmai|gmain|yajhoo|yahboo|yahlo|h[io]tmil|hitmail|gomail|hotmcail|hotmaisl|ootlook|oultlook|outnook|outrlook|outllok|iclkud|icluoud|iclolud|iclou1d|profonmail|prontonmail|protnonmail|protonamail|rdiffmail)\.com|(hoptmail|hotmaail)\.co\.uk|\w+\.[vx]o\.uk|yohoo\.co\.in|yahio\.co\.in|la(poshe|porte)\.net)$/;
