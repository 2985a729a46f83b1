<?php
// The backend of a sign-up form, in PHP 8 with its curl extension: php -S 127.0.0.1:3000 sign-up.php
// The server calls POST /receipt of the edge, which verifies the receipt.

declare(strict_types=1);

$edge = getenv('EDGE') ?: 'http://localhost:8080/verify';
$pageOrigin = getenv('PAGE_ORIGIN') ?: 'http://localhost:8080';

/** Returns the edge's result for a receipt, or null if the edge could not be reached or refused the request. */
function checkReceipt(string $edge, array $question): ?array
{
    $body = json_encode($question, JSON_INVALID_UTF8_SUBSTITUTE);
    $call = curl_init("$edge/receipt");
    curl_setopt_array($call, [
        CURLOPT_POSTFIELDS => $body,
        CURLOPT_HTTPHEADER => ['Content-Type: application/json'],
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_TIMEOUT => 3, // For the whole call: the timeout of PHP's own streams is that of each read.
    ]);
    $answer = curl_exec($call);
    $check = is_string($answer) ? json_decode($answer, true) : null;
    if (is_array($check) && isset($check['ok'])) {
        return $check;
    }
    // A refusal (problem+json) means a wrong request or a rate limit: log it, and do not show it to the person.
    error_log('receipt not checked: ' . ($check['detail'] ?? 'no response from the edge'));
    return null;
}

$email = $_POST['email'] ?? null;
if ($_SERVER['REQUEST_METHOD'] !== 'POST' || !is_string($email)) {
    http_response_code(400);
    exit('Send the form with exactly one email field.');
}

$check = checkReceipt($edge, [
    'receipt' => $_POST['email-verification'] ?? null,
    'email' => $email,
    'audience' => $pageOrigin,
    'once' => true,
]);

if ($check !== null && !$check['ok'] && $check['reason'] === 'policy') {
    http_response_code(422);
    exit('This address cannot receive mail. Please check it.');
}

// No receipt, one that does not match, or no edge: the page's check was not used. Let the person in, but flag the sign-up for review.
$flag = $check === null ? 'unavailable' : ($check['ok'] ? null : $check['reason']);
http_response_code(201);
header('Content-Type: application/json');
// Store the normal form: one receipt is valid for every spelling of its address.
echo json_encode(['email' => $check['email'] ?? $email, 'flag' => $flag]);
