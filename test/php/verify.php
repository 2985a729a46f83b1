<?php

/** Answers each line of standard input, a case in JSON, with the result of the receipt check in JSON. */

declare(strict_types=1);

require $argv[1];

/** As much of a PSR-16 cache as the check uses. */
final class ArrayCache
{
    public array $values = [];

    public function get(string $key)
    {
        return $this->values[$key] ?? null;
    }

    public function set(string $key, $value, $ttl): bool
    {
        $this->values[$key] = unserialize(serialize($value));
        return true;
    }
}

$caches = [];
$used = [];
while (($line = fgets(STDIN)) !== false) {
    $case = json_decode($line, true);
    $options = $case['options'];
    if (isset($case['now'])) {
        $options['now'] = static fn() => $case['now'];
    }
    if (isset($case['cache'])) {
        $options['cache'] = $caches[$case['cache']] ??= new ArrayCache();
    }
    if (isset($case['once'])) {
        $options['once'] = static function (string $key, int $ttl) use (&$used): bool {
            $isFirst = !isset($used[$key]) && $ttl > 0;
            $used[$key] = true;
            return $isFirst;
        };
    }
    try {
        $verifier = new EmailVerify\ReceiptVerifier($options);
        echo json_encode($verifier->verify($case['receipt'] ?? null, $case['email'] ?? null)), "\n";
    } catch (InvalidArgumentException $e) {
        echo json_encode(['throws' => $e->getMessage()]), "\n";
    }
}
