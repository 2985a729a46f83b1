<?php

/**
 * Verifies the receipts of an email-verify edge. One file, PHP 7.4 or later, no library needed.
 *
 * @license MIT
 */

declare(strict_types=1);

namespace EmailVerify;

use InvalidArgumentException;
use Normalizer;
use stdClass;
use Throwable;

/**
 * Verifies a receipt in a site's backend: the edge signed it in the last half hour, for this site and this address, and the
 * policy does not block its verdict. It decides as `verifyReceipt` of the npm package does, with the same reasons.
 *
 * User input and outages never throw: an invalid receipt, an invalid address and unavailable keys are reasons in the result.
 *
 *     $verifier = new EmailVerify\ReceiptVerifier([
 *         'audience' => 'https://shop.example',
 *         'jwks' => 'https://verify.example/verify/.well-known/jwks.json',
 *     ]);
 *     $check = $verifier->verify($_POST['email-verification'] ?? null, $_POST['email'] ?? null);
 *     if (!$check['ok'] && $check['reason'] === 'policy') { … this address cannot receive mail … }
 */
final class ReceiptVerifier
{
    /** The form field that carries the receipt. */
    public const FIELD = 'email-verification';

    /** Blocks undeliverable addresses, warns about risky ones and allows the rest. `unknown` never blocks. */
    public const DEFAULT_POLICY = ['block' => ['invalid'], 'warn' => ['risky'], 'allowDomains' => []];

    private const TYPE = 'email-verification+jwt';
    private const STATUSES = ['valid', 'invalid', 'risky', 'unknown'];
    private const QUALITIES = ['safe', 'caution', 'unsafe', 'unknown'];
    private const SUB_STATUSES = [
        'denied', 'denied_risky', 'allowed', 'syntax_error', 'smtputf8_required', 'domain_not_found',
        'no_mail_server', 'null_mx', 'implicit_mx', 'reserved_domain', 'dns_timeout', 'dns_error',
        'mailbox_not_found', 'mailbox_full', 'mailbox_disabled', 'catch_all', 'greylisted', 'smtp_timeout',
        'smtp_unavailable', 'smtp_blocked', 'smtp_not_checked', 'bounced', 'bounced_before', 'complained',
        'delivered', 'disposable', 'disposable_host', 'possible_disposable', 'relay', 'role_account',
        'free_provider', 'subaddress', 'possible_typo', 'upstream_timeout', 'upstream_error', 'out_of_credits',
        'rate_limited',
    ];
    private const OPTIONS = ['audience', 'jwks', 'policy', 'issuer', 'cache', 'fetch', 'once', 'acceptTest', 'now'];
    /** A receipt has about 600 characters; a form field can have any number. */
    private const MAX_LENGTH = 8192;
    /** Tolerated clock skew between edge and backend, in seconds, either way. */
    private const CLOCK_TOLERANCE_S = 60;

    /** Lifetime of the cached keys, in seconds. After it they are fetched again, and used on if that fails. */
    private const KEYS_LIFETIME_S = 600;
    /** Minimum interval between two fetches, in seconds: any receipt with an unknown key id causes one. */
    private const ASK_AGAIN_S = 30;
    /** How long fetched keys are used on while the edge is down, in seconds: a week. */
    private const KEPT_S = 604800;
    private const FETCH_TIMEOUT_S = 3;
    private const MAX_JWKS_BYTES = 65536;

    /** A P-256 public key in SubjectPublicKeyInfo (RFC 5480) is this prefix and the point's coordinates. */
    private const P256_SPKI = '3059301306072a8648ce3d020106082a8648ce3d03010703420004';

    /** RFC 5321 §4.1.2 Dot-string, widened by RFC 6531 §3.3. */
    private const ATOM = '[\w!#$%&\'*+\/=?^`{|}~\x{80}-\x{10ffff}-]+';
    private const DOT_STRING = '/^' . self::ATOM . '(?:\.' . self::ATOM . ')*$/uD';
    /** RFC 5321 §4.1.2 Domain, in lower case, two labels or more of up to 63 octets each. */
    private const LABEL = '[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?';
    private const DOMAIN = '/^' . self::LABEL . '(?:\.' . self::LABEL . ')+$/D';
    /** White space of JavaScript's `trim()`. */
    private const WHITE_SPACE =
        '[\t-\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}]+';

    /** @var array<string, array{keys: list<array<string, string>>, cameAt: int, askedAt: int}> */
    private static array $memory = [];

    /** @var list<string> */
    private array $audience;
    /** @var string|list<array<string, string>> */
    private $jwks;
    /** @var array{block: list<string>, warn: list<string>, allowDomains: list<string>} */
    private array $policy;
    private ?string $issuer;
    private bool $acceptTest;
    /** @var object|null */
    private $cache;
    /** @var callable(string): ?string */
    private $fetch;
    /** @var callable(string, int): bool|null */
    private $once;
    /** @var callable(): int */
    private $now;

    /**
     * @param array<string, mixed> $options
     *   - `audience` (required): the origin of your page, such as `https://shop.example`, or a list of origins;
     *   - `jwks` (required): the URL of the edge's keys, `…/.well-known/jwks.json`, or the decoded set: `['keys' => […]]`;
     *   - `policy`: the lists `block`, `warn` and `allowDomains`, or some of them; see DEFAULT_POLICY;
     *   - `issuer`: the edge that must have signed; only needed if several edges share the keys;
     *   - `cache`: a PSR-16 cache (`get`, `set`) for the fetched keys; APCu by default, else each process fetches them;
     *   - `fetch`: function (string $url): ?string, in place of PHP's sockets; null if there is no answer with status 200;
     *   - `once`: function (string $key, int $ttlSeconds): bool, which stores the key and returns true if it was not there yet;
     *   - `acceptTest`: true to accept the receipts of an edge in test mode and of test keys; never in production;
     *   - `now`: function (): int, seconds since 1970; `time` by default.
     * @throws InvalidArgumentException for an invalid option; the message says what it takes.
     */
    public function __construct(array $options)
    {
        foreach (array_diff(array_keys($options), self::OPTIONS) as $name) {
            throw new InvalidArgumentException("unknown option $name: it takes " . implode(', ', self::OPTIONS));
        }
        $this->audience = array_values((array) ($options['audience'] ?? []));
        foreach ($this->audience ?: [null] as $origin) {
            if (!is_string($origin) || !self::isOrigin($origin)) {
                throw new InvalidArgumentException(
                    "audience takes your page's origin as browsers send it, such as https://shop.example, or a list: lower "
                    . 'case, ASCII, without :443, got ' . json_encode($origin, JSON_UNESCAPED_SLASHES)
                );
            }
        }
        $jwks = $options['jwks'] ?? null;
        $isUrl = is_string($jwks) && preg_match('#^https?://[^/?\#\s]#', $jwks);
        $keys = $isUrl ? $jwks : self::readKeys($jwks);
        if ($keys === null) {
            throw new InvalidArgumentException("jwks takes the URL of the edge's keys, or the set itself: ['keys' => […]]");
        }
        $this->jwks = $keys;
        $policy = (array) ($options['policy'] ?? []);
        foreach ($policy as $name => $words) {
            $isList = is_array($words) && array_filter($words, 'is_string') === $words;
            if (!$isList || !isset(self::DEFAULT_POLICY[$name])) {
                throw new InvalidArgumentException('policy takes block, warn and allowDomains, each a list of strings');
            }
            $meant = $name === 'allowDomains' ? [] : array_filter(array_map([self::class, 'meantBy'], $words));
            foreach ($meant as $at => $known) {
                throw new InvalidArgumentException("policy has the unknown word {$words[$at]}: write $known");
            }
        }
        $this->policy = $policy + self::DEFAULT_POLICY;
        self::checkKinds($options);
        $this->issuer = $options['issuer'] ?? null;
        $this->acceptTest = $options['acceptTest'] ?? false;
        $this->cache = $options['cache'] ?? null;
        $this->fetch = $options['fetch'] ?? [self::class, 'fetchBySocket'];
        $this->once = $options['once'] ?? null;
        $this->now = $options['now'] ?? 'time';
    }

    /**
     * Verifies a receipt.
     *
     * @param mixed $receipt the form field `email-verification`; any type.
     * @param mixed $email the address that was submitted with it, as the form sent it; any type.
     * @return array{ok: bool, decision?: string, email?: string, reason?: string, claims?: array<string, mixed>}
     *   `ok`, the `decision` (`allow` or `warn`), the `email` in normal form (store this one) and the `claims`; or the `reason`
     *   of the refusal, and the `claims` if the signature is valid. The reasons, in the order of the checks: `malformed`,
     *   `algorithm`, `keys_unavailable`, `key`, `unsupported` (PHP lacks sodium or OpenSSL), `signature`, `expired`,
     *   `not_yet_valid`, `test_mode` (of an edge in test mode, or a test key), `issuer`, `audience`, `address`, `letter_case`, `policy`, `used`,
     *   `store_unavailable`.
     */
    public function verify($receipt, $email): array
    {
        if (!is_string($receipt) || strlen($receipt) > self::MAX_LENGTH) {
            return self::refused('malformed');
        }
        if (!is_string($email)) {
            return self::refused('address');
        }
        $now = ($this->now)();
        $signed = $this->readSigned($receipt, $now);
        if (!$signed['ok']) {
            return $signed;
        }
        $claims = $signed['claims'];
        $spellings = self::spellings($email);
        $text = self::matching($claims['sub'], $spellings);
        $reason = $this->faultOf($claims, $now) ?? ($text === null ? self::mismatchOf($claims, $spellings) : null);
        if ($reason === null && $this->decide($claims, (string) $text) === 'block') {
            $reason = 'policy';
        }
        // Checked last, so that a receipt refused for another reason is not used up.
        $reason = $reason ?? $this->useOnce($claims, $now);
        if ($reason !== null) {
            return self::refused($reason, $claims);
        }
        $decision = $this->decide($claims, (string) $text);
        return ['ok' => true, 'decision' => $decision, 'email' => (string) $text, 'claims' => $claims];
    }

    /**
     * Applies the policy to the claims of a genuine receipt. An allowed domain wins over everything, `block` over `warn`.
     *
     * @param array<string, mixed> $claims
     * @param string $email the address; its domain may be one of `allowDomains`.
     * @return string `allow`, `warn` or `block`.
     */
    public function decide(array $claims, string $email): string
    {
        $domain = strtolower(substr((string) strrchr('@' . $email, '@'), 1));
        $isAddress = !in_array('syntax_error', $claims['sub_status'], true);
        if ($isAddress && in_array($domain, array_map('strtolower', $this->policy['allowDomains']), true)) {
            return 'allow';
        }
        $found = array_merge([$claims['status'], $claims['quality']], $claims['sub_status']);
        if (array_intersect($found, $this->policy['block'])) {
            return 'block';
        }
        return array_intersect($found, $this->policy['warn']) ? 'warn' : 'allow';
    }

    /** True for an origin as browsers send it: in lower case and ASCII, without the scheme's own port. */
    public static function isOrigin(string $text): bool
    {
        $isUrl = preg_match('#^(https?)://([a-z\d._-]+|\[[a-f\d:.]+\])(?::(\d+))?$#D', $text, $parts);
        return $isUrl === 1 && ($parts[3] ?? '') !== ['http' => '80', 'https' => '443'][$parts[1]];
    }

    /**
     * Validates the kinds of the options that are no lists.
     *
     * @throws InvalidArgumentException that names the option, and says what it takes.
     */
    private static function checkKinds(array $options): void
    {
        $cache = $options['cache'] ?? null;
        $isCache = $cache === null || (is_callable([$cache, 'get']) && is_callable([$cache, 'set']));
        $kinds = [
            'issuer' => [is_string($options['issuer'] ?? ''), "the edge's public URL"],
            'acceptTest' => [is_bool($options['acceptTest'] ?? false), 'true or false'],
            'cache' => [$isCache, 'a PSR-16 cache: an object with get and set'],
            'fetch' => [is_callable($options['fetch'] ?? 'time'), 'a function (string $url): ?string'],
            'once' => [is_callable($options['once'] ?? 'time'), 'a function (string $key, int $ttlSeconds): bool'],
            'now' => [is_callable($options['now'] ?? 'time'), 'a function (): int, seconds since 1970'],
        ];
        foreach ($kinds as $name => [$isRight, $right]) {
            if (!$isRight) {
                throw new InvalidArgumentException("$name takes $right, got " . gettype($options[$name]));
            }
        }
    }

    /** The word of a verdict of which this one is a misspelling. Null for a known word, and for any other: an edge may have its own. */
    private static function meantBy(string $word): ?string
    {
        $all = array_merge(self::STATUSES, self::QUALITIES, self::SUB_STATUSES);
        if (in_array($word, $all, true) || strlen($word) > 64) {
            return null;
        }
        foreach ($all as $known) {
            if (levenshtein(strtolower($word), $known) <= (strlen($known) > 6 ? 2 : 1)) {
                return $known;
            }
        }
        return null;
    }

    /** Checks a receipt's header, signature and expiry, and reads its claims. */
    private function readSigned(string $receipt, int $now): array
    {
        $parts = explode('.', $receipt);
        foreach ($parts as $part) {
            // No padding, and no unused bits that are set: one receipt has one spelling (RFC 4648, section 3.5).
            if (self::encode((string) self::decode($part)) !== $part) {
                return self::refused('malformed');
            }
        }
        $header = self::decodeObject($parts[0]);
        if ($header === null) {
            return self::refused('malformed');
        }
        $alg = $header->alg ?? null;
        if ($alg !== 'EdDSA' && $alg !== 'ES256') {
            return self::refused('algorithm');
        }
        $kid = $header->kid ?? null;
        $isReceipt = ($header->typ ?? null) === self::TYPE && is_string($kid) && !property_exists($header, 'crit');
        if (count($parts) !== 3 || !$isReceipt) {
            return self::refused('malformed');
        }
        $reason = $this->checkSignature("$parts[0].$parts[1]", self::decode($parts[2]), $alg, $kid, $now);
        if ($reason !== null) {
            return self::refused($reason);
        }
        $payload = self::decodeObject($parts[1]);
        $claims = $payload === null ? null : self::readClaims($payload);
        if ($claims === null) {
            return self::refused('malformed');
        }
        $isExpired = $claims['exp'] <= $now - self::CLOCK_TOLERANCE_S;
        return $isExpired ? self::refused('expired', $claims) : ['ok' => true, 'claims' => $claims];
    }

    /** Checks a signature. The key determines the algorithm, and the header must match it (RFC 8725, section 3.1). */
    private function checkSignature(string $signed, ?string $signature, string $alg, string $kid, int $now): ?string
    {
        if ($signature === null) {
            return 'malformed';
        }
        $keys = is_array($this->jwks) ? $this->jwks : $this->keysAt($this->jwks, $kid, $now);
        $key = $keys === null ? null : self::withId($keys, $kid);
        if ($key === null) {
            return $keys === null ? 'keys_unavailable' : 'key';
        }
        $kind = ($key['kty'] ?? '') . ' ' . ($key['crv'] ?? '');
        $ofKey = ['OKP Ed25519' => 'EdDSA', 'EC P-256' => 'ES256'][$kind] ?? null;
        if ($ofKey === null || ($key['use'] ?? 'sig') !== 'sig' || ($key['alg'] ?? $ofKey) !== $ofKey) {
            return 'key';
        }
        if ($ofKey !== $alg) {
            return 'algorithm';
        }
        $x = (string) self::decode($key['x'] ?? '');
        $y = $alg === 'ES256' ? (string) self::decode($key['y'] ?? '') : $x;
        if (strlen($x) !== 32 || strlen($y) !== 32) {
            return 'key';
        }
        if (!function_exists($alg === 'EdDSA' ? 'sodium_crypto_sign_verify_detached' : 'openssl_verify')) {
            return 'unsupported';
        }
        if (strlen($signature) !== 64) {
            return 'signature';
        }
        return self::isSignatureOf($signature, $signed, $alg, $x, $y) ? null : 'signature';
    }

    private static function isSignatureOf(string $signature, string $signed, string $alg, string $x, string $y): bool
    {
        try {
            if ($alg === 'EdDSA') {
                return sodium_crypto_sign_verify_detached($signature, $signed, $x);
            }
            $der = base64_encode(hex2bin(self::P256_SPKI) . $x . $y);
            $pem = "-----BEGIN PUBLIC KEY-----\n" . chunk_split($der, 64, "\n") . "-----END PUBLIC KEY-----\n";
            $numbers = self::derInteger(substr($signature, 0, 32)) . self::derInteger(substr($signature, 32));
            return openssl_verify($signed, "\x30" . chr(strlen($numbers)) . $numbers, $pem, OPENSSL_ALGO_SHA256) === 1;
        } catch (Throwable $e) {
            return false;
        }
    }

    /** Encodes an unsigned number as a DER INTEGER. In a JWS the two of an ECDSA signature are bare (RFC 7518, §3.4). */
    private static function derInteger(string $bytes): string
    {
        $number = ltrim($bytes, "\0");
        if ($number === '' || ord($number[0]) > 127) {
            $number = "\0$number";
        }
        return "\x02" . chr(strlen($number)) . $number;
    }

    /** Reads the claims of a payload, or returns null if it is not that of a receipt. */
    private static function readClaims(stdClass $payload): ?array
    {
        $claims = (array) $payload;
        foreach (['iss', 'aud', 'sub', 'mailbox', 'jti'] as $name) {
            if (!is_string($claims[$name] ?? null)) {
                return null;
            }
        }
        $codes = $claims['sub_status'] ?? null;
        $isReceipt = self::isNumber($claims['iat'] ?? null)
            && self::isNumber($claims['exp'] ?? null)
            && (!isset($claims['folded']) || is_string($claims['folded']))
            && ($claims['test'] ?? true) === true
            && in_array($claims['status'] ?? null, self::STATUSES, true)
            && in_array($claims['quality'] ?? null, self::QUALITIES, true)
            && is_array($codes)
            && array_filter($codes, 'is_string') === $codes;
        return $isReceipt ? $claims : null;
    }

    private function faultOf(array $claims, int $now): ?string
    {
        if ($claims['iat'] - self::CLOCK_TOLERANCE_S > $now) {
            return 'not_yet_valid';
        }
        if (isset($claims['test']) && !$this->acceptTest) {
            return 'test_mode';
        }
        // An edge signs its URL in the form of the WHATWG URL Standard. As given, it may have more of that than PHP can tell.
        $expected = $this->issuer === null ? null : [rtrim($this->issuer, '/'), self::canonicalUrl($this->issuer)];
        if ($expected !== null && !in_array(rtrim($claims['iss'], '/'), $expected, true)) {
            return 'issuer';
        }
        return in_array($claims['aud'], $this->audience, true) ? null : 'audience';
    }

    /** A URL with its scheme and host in lower-case ASCII, without the scheme's own port and the slashes at its end. */
    private static function canonicalUrl(string $url): string
    {
        if (!preg_match('#^(https?)://([^/:?\#@]+|\[[^]]+\])(?::(\d+))?(/.*)?$#isD', $url, $parts)) {
            return rtrim($url, '/');
        }
        $scheme = strtolower($parts[1]);
        $port = ltrim($parts[3] ?? '', '0');
        $isOwn = $port === '' || $port === ['http' => '80', 'https' => '443'][$scheme];
        return rtrim("$scheme://" . self::asciiDomain($parts[2]) . ($isOwn ? '' : ":$port") . ($parts[4] ?? ''), '/');
    }

    /** Tells a changed letter case from another address. */
    private static function mismatchOf(array $claims, array $spellings): string
    {
        // The Kelvin sign, whose lower case is an ASCII letter, stands for no K.
        $safe = preg_grep('/\x{212a}/u', $spellings, PREG_GREP_INVERT);
        $lower = array_map(function_exists('mb_strtolower') ? 'mb_strtolower' : 'strtolower', $safe ?: []);
        return self::matching($claims['folded'] ?? $claims['sub'], $lower) === null ? 'address' : 'letter_case';
    }

    /** Finds the spelling with this hash, or null. */
    private static function matching(string $hash, array $spellings): ?string
    {
        foreach ($spellings as $text) {
            if (hash_equals($hash, self::encode(hash('sha256', $text, true)))) {
                return $text;
            }
        }
        return null;
    }

    /**
     * The texts that the receipt of an address may be for: its normal form, and the text itself without the white space around it,
     * which the edge takes if it is not an address. The signature says which of them the edge has checked.
     *
     * @return list<string>
     */
    private static function spellings(string $email): array
    {
        $text = (string) preg_replace('/^' . self::WHITE_SPACE . '|' . self::WHITE_SPACE . '$/uD', '', $email);
        $at = strrpos($text, '@');
        if ($at === false || strlen($text) > 4000) {
            return [$text];
        }
        $local = substr($text, 0, $at);
        // These become ASCII characters in normal form: the edge takes no address that holds one.
        if (preg_match('/[\x{37e}\x{1fef}\x{212a}]/u', $text)) {
            return [$text];
        }
        $normal = class_exists(Normalizer::class) ? Normalizer::normalize($local) : $local;
        $domain = self::asciiDomain(substr($text, $at + 1));
        if (!preg_match(self::DOMAIN, $domain)) {
            return [$text];
        }
        return [self::unquoted($normal === false ? $local : $normal) . '@' . $domain, $text];
    }

    /** Removes quotes and backslashes from a local part that names the same mailbox without them (RFC 5321 §4.1.2). */
    private static function unquoted(string $local): string
    {
        if (!preg_match('/^"(.*)"$/sD', $local, $inner)) {
            return $local;
        }
        $content = (string) preg_replace('/\\\\(.)/s', '$1', $inner[1]);
        return preg_match(self::DOT_STRING, $content) ? $content : '"' . addcslashes($content, '"\\') . '"';
    }

    /** The domain in lower-case ASCII; as it is if it has no such form, or PHP lacks ext-intl. */
    private static function asciiDomain(string $domain): string
    {
        if (!preg_match('/[^\x00-\x7f]|xn--/i', $domain) || !function_exists('idn_to_ascii')) {
            return strtolower($domain);
        }
        $domain = (string) preg_replace('/[\x{3002}\x{ff0e}\x{ff61}]/u', '.', $domain);
        // The edge takes no character that is invisible, apart from joiners, or would become an ASCII one on the way.
        $foreign = (string) preg_replace('/[a-z\d.-]/i', '', $domain);
        $mapped = Normalizer::normalize($foreign, Normalizer::FORM_KC);
        if ($mapped === false || preg_match('/[!-~]|(?![\x{200c}\x{200d}])\p{Cf}/u', $mapped . $foreign)) {
            return $domain;
        }
        $domain = str_replace("\u{1e9e}", "\u{df}", $domain);
        $flags = IDNA_NONTRANSITIONAL_TO_ASCII | IDNA_CHECK_BIDI | IDNA_CHECK_CONTEXTJ;
        $ascii = idn_to_ascii($domain, $flags, INTL_IDNA_VARIANT_UTS46);
        return is_string($ascii) ? strtolower($ascii) : $domain;
    }

    /** Records a receipt as used until it has expired on every server, whose clocks may differ by twice the tolerance. */
    private function useOnce(array $claims, int $now): ?string
    {
        if ($this->once === null) {
            return null;
        }
        $key = 'r.' . self::encode(hash('sha256', (string) json_encode([$claims['iss'], $claims['jti']]), true));
        try {
            return ($this->once)($key, (int) $claims['exp'] + 3 * self::CLOCK_TOLERANCE_S - $now) ? null : 'used';
        } catch (Throwable $e) {
            return 'store_unavailable';
        }
    }

    /**
     * The keys at a URL. They are cached for ten minutes, and fetched again if this key is missing, at most every 30 s. If
     * that fails, the cached ones are used on.
     *
     * @return list<array<string, string>>|null null if no set could be fetched.
     */
    private function keysAt(string $url, string $kid, int $now): ?array
    {
        $name = 'email-verify.' . substr(hash('sha256', $url), 0, 32);
        $kept = self::$memory[$name] ?? $this->recall($name);
        if ($kept !== null && $kept['cameAt'] !== 0 && $now - $kept['cameAt'] > self::KEPT_S) {
            $kept = ['keys' => [], 'cameAt' => 0, 'askedAt' => $kept['askedAt']];
        }
        $keys = $kept['keys'] ?? [];
        $isFresh = $kept !== null && abs($now - $kept['cameAt']) < self::KEYS_LIFETIME_S && self::withId($keys, $kid) !== null;
        if ($kept === null || (!$isFresh && abs($now - $kept['askedAt']) >= self::ASK_AGAIN_S)) {
            $cameAt = $kept['cameAt'] ?? 0;
            // Noted before the fetch, so that the requests in parallel do not wait for a slow edge too.
            if ($kept !== null) {
                $this->remember($name, ['keys' => $keys, 'cameAt' => $cameAt, 'askedAt' => $now]);
            }
            try {
                $fetched = self::readKeys(json_decode((string) ($this->fetch)($url), true, 8));
            } catch (Throwable $e) {
                $fetched = null;
            }
            $kept = ['keys' => $fetched ?? $keys, 'cameAt' => $fetched === null ? $cameAt : $now, 'askedAt' => $now];
            $this->remember($name, $kept);
        }
        return $kept['cameAt'] === 0 ? null : $kept['keys'];
    }

    private function recall(string $name): ?array
    {
        try {
            $kept = $this->cache !== null ? $this->cache->get($name) : (self::hasApcu() ? apcu_fetch($name) : null);
        } catch (Throwable $e) {
            return null;
        }
        $isOurs = is_array($kept) && is_array($kept['keys'] ?? null);
        return $isOurs && is_int($kept['cameAt'] ?? null) && is_int($kept['askedAt'] ?? null) ? $kept : null;
    }

    private function remember(string $name, array $kept): void
    {
        try {
            if ($this->cache !== null) {
                $this->cache->set($name, $kept, self::KEPT_S);
            } elseif (self::hasApcu()) {
                apcu_store($name, $kept, self::KEPT_S);
            } else {
                self::$memory = [$name => $kept];
            }
        } catch (Throwable $e) {
            // Without a cache the keys are fetched again.
        }
    }

    private static function hasApcu(): bool
    {
        return function_exists('apcu_enabled') && apcu_enabled();
    }

    /**
     * Fetches a URL: no redirects, three seconds in all, 64 KiB. Written on a socket: PHP's own HTTP streams have a limit for each
     * read only, and wait without end for headers that come byte by byte.
     */
    private static function fetchBySocket(string $url): ?string
    {
        $until = hrtime(true) / 1e6 + self::FETCH_TIMEOUT_S * 1000;
        $stream = self::connect($url, $until);
        if ($stream === null) {
            return null;
        }
        $answer = '';
        $body = null;
        // Some proxies leave the connection open: the body ends where its JSON does.
        while ($body === null && strlen($answer) <= 2 * self::MAX_JWKS_BYTES && hrtime(true) / 1e6 < $until) {
            $chunk = fread($stream, 8192);
            if ($chunk !== '' && $chunk !== false) {
                $answer .= $chunk;
                $body = self::bodyOf($answer);
            } elseif (feof($stream)) {
                break;
            } else {
                usleep(5000);
            }
        }
        fclose($stream);
        return $body !== '' && strlen((string) $body) <= self::MAX_JWKS_BYTES ? $body : null;
    }

    /**
     * Connects to the host of a URL, and sends the request.
     *
     * @param float $until Milliseconds, as of hrtime().
     * @return resource|null
     */
    private static function connect(string $url, float $until)
    {
        $parts = parse_url($url);
        $host = $parts['host'] ?? '';
        $isTls = strtolower($parts['scheme'] ?? '') === 'https';
        $place = $host . ':' . ($parts['port'] ?? ($isTls ? 443 : 80));
        $context = stream_context_create(['ssl' => ['peer_name' => trim($host, '[]'), 'SNI_enabled' => true]]);
        $flags = STREAM_CLIENT_CONNECT;
        $stream = @stream_socket_client("tcp://$place", $code, $error, self::FETCH_TIMEOUT_S, $flags, $context);
        if ($stream === false) {
            return null;
        }
        stream_set_blocking($stream, false);
        $isOpen = $isTls ? 0 : true;
        while ($isOpen === 0 && hrtime(true) / 1e6 < $until) {
            $isOpen = @stream_socket_enable_crypto($stream, true, STREAM_CRYPTO_METHOD_TLS_CLIENT);
            if ($isOpen === 0) {
                usleep(5000);
            }
        }
        $path = ($parts['path'] ?? '/') . (isset($parts['query']) ? '?' . $parts['query'] : '');
        $name = isset($parts['port']) ? $place : $host;
        $head = "GET $path HTTP/1.1\r\nHost: $name\r\nAccept: application/json\r\nConnection: close\r\n\r\n";
        // It is shorter than the buffer of any connection.
        if ($isOpen === true && @fwrite($stream, $head) === strlen($head)) {
            return $stream;
        }
        fclose($stream);
        return null;
    }

    /** Returns the JSON text of an HTTP answer with status 200, an empty text with another status; null until it is whole. */
    private static function bodyOf(string $answer): ?string
    {
        // Answers such as 103 come before the real one.
        $answer = preg_replace('#\A(?:HTTP/\S+ 1\d\d\b.*?\r?\n\r?\n)+#s', '', $answer);
        $parts = preg_split('/\r?\n\r?\n/', (string) $answer, 2);
        if (count($parts) < 2) {
            return null;
        }
        if (!preg_match('#\AHTTP/\S+ 200\b#', $parts[0])) {
            return '';
        }
        $body = $parts[1];
        if (preg_match('/^transfer-encoding:\s*chunked\s*$/mi', $parts[0])) {
            $body = self::withoutChunks($body);
        }
        return is_array(json_decode($body, true)) ? $body : null;
    }

    /** Joins the chunks of a body (RFC 9112, section 7.1). */
    private static function withoutChunks(string $body): string
    {
        $joined = '';
        while (preg_match('/\A([0-9a-f]{1,6})\b[^\n]*\n/i', $body, $found)) {
            $size = (int) hexdec($found[1]);
            $joined .= substr($body, strlen($found[0]), $size);
            $body = (string) substr($body, strlen($found[0]) + $size + 2);
        }
        return $joined;
    }

    /**
     * Reads a JWK set (RFC 7517, section 5). Only the public members that are used here are kept.
     *
     * @param mixed $set
     * @return list<array<string, string>>|null
     */
    private static function readKeys($set): ?array
    {
        $keys = is_array($set) ? ($set['keys'] ?? null) : null;
        if (!is_array($keys) || array_filter($keys, 'is_array') !== $keys) {
            return null;
        }
        $members = array_flip(['kty', 'crv', 'x', 'y', 'kid', 'alg', 'use']);
        $public = static fn(array $key) => array_filter(array_intersect_key($key, $members), 'is_string');
        return array_map($public, array_values($keys));
    }

    private static function withId(array $keys, string $kid): ?array
    {
        foreach ($keys as $key) {
            if (($key['kid'] ?? null) === $kid) {
                return $key;
            }
        }
        return null;
    }

    private static function refused(string $reason, ?array $claims = null): array
    {
        return ['ok' => false, 'reason' => $reason] + ($claims === null ? [] : ['claims' => $claims]);
    }

    /** @param mixed $value */
    private static function isNumber($value): bool
    {
        return is_int($value) || (is_float($value) && is_finite($value));
    }

    private static function decodeObject(string $text): ?stdClass
    {
        $value = json_decode((string) self::decode($text), false, 16);
        return $value instanceof stdClass ? $value : null;
    }

    private static function decode(string $text): ?string
    {
        $bytes = preg_match('/^[\w-]*$/D', $text) ? base64_decode(strtr($text, '-_', '+/'), true) : false;
        return $bytes === false ? null : $bytes;
    }

    private static function encode(string $bytes): string
    {
        return rtrim(strtr(base64_encode($bytes), '+/', '-_'), '=');
    }
}
