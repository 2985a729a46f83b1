<?php
// The backend of a sign-up form, in PHP 8 without any library: php -S 127.0.0.1:3000 sign-up.php
// The edge checks the receipt: POST /receipt, from your server.

declare(strict_types=1);

$edge = getenv('EDGE') ?: 'http://localhost:8080/verify';
$pageOrigin = getenv('PAGE_ORIGIN') ?: 'http://localhost:8080';

/** What the edge says of a receipt, or null when it could not be asked. */
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
    // What it refuses (a problem) is a slip in the question, or its limit: for the log, not for the person.
    error_log('receipt not checked: ' . ($check['detail'] ?? 'no answer of the edge'));
    return null;
}

$email = $_POST['email'] ?? null;
if ($_SERVER['REQUEST_METHOD'] !== 'POST' || !is_string($email)) {
    http_response_code(400);
    exit('Send the form with one email.');
}

$check = checkReceipt($edge, [
    'receipt' => $_POST['email-verification'] ?? null,
    'email' => $email,
    'audience' => $pageOrigin,
    'once' => true,
]);

if ($check !== null && !$check['ok'] && $check['reason'] === 'policy') {
    http_response_code(422);
    exit('This address cannot receive mail. Please look at it again.');
}

// No receipt, none that fits, or no edge: the check was not used. A person is not kept out for that, but looked at.
$flag = $check === null ? 'unavailable' : ($check['ok'] ? null : $check['reason']);
http_response_code(201);
header('Content-Type: application/json');
echo json_encode(['email' => $email, 'flag' => $flag]);
