<?php
// The backend of a sign-up form, in PHP 8 without a library: php -S 127.0.0.1:3000 sign-up.php
// The server calls POST /receipt of the edge, which verifies the receipt.

declare(strict_types=1);

$edge = getenv('EDGE') ?: 'http://localhost:8080/verify';
$pageOrigin = getenv('PAGE_ORIGIN') ?: 'http://localhost:8080';

/** Returns the edge's result for a receipt, or null if the edge could not be reached or refused the request. */
function checkReceipt(string $edge, array $question): ?array
{
    $body = json_encode($question, JSON_INVALID_UTF8_SUBSTITUTE);
    $context = stream_context_create(['http' => [
        'method' => 'POST',
        'header' => 'Content-Type: application/json',
        'content' => $body,
        'timeout' => 3,
        'ignore_errors' => true,
        'follow_location' => 0,
    ]]);
    $answer = @file_get_contents("$edge/receipt", false, $context);
    $check = $answer === false ? null : json_decode($answer, true);
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
