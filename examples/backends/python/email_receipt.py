"""Verifies the receipt of <email-verify>. Needs PyJWT with cryptography: pip install "pyjwt[crypto]"."""
import base64, hashlib, http.client, json, os, queue, socket, threading, time, urllib.parse
import jwt

EDGE = os.environ["EDGE"]  # https://verify.example/verify
PAGE_ORIGIN = os.environ["PAGE_ORIGIN"]  # https://shop.example
cache = {"keys": {}, "until": 0.0}


def fetch(url):
    """The body of a response, 64 KiB at most, within three seconds. The timeout of a connection alone is that of each read."""
    parts = urllib.parse.urlsplit(url)
    connection = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    edge, found, late = connection(parts.netloc, timeout=3), queue.SimpleQueue(), threading.Event()

    def read():
        try:
            edge.connect()
            if not late.is_set():
                edge.request("GET", parts.path)
                found.put(edge.getresponse().read(65537))
        except Exception as error:
            found.put(error)
        edge.close()

    threading.Thread(target=read, daemon=True).start()
    try:
        body = found.get(timeout=3)
    except queue.Empty:
        late.set()
        if edge.sock:  # Ends the read of the thread, and with it the thread.
            edge.sock.shutdown(socket.SHUT_RDWR)
        raise
    if isinstance(body, Exception) or len(body) > 65536:
        raise OSError("The keys cannot be read, or are too long")
    return body


def edge_keys():
    """The edge's public keys by their ids, fetched at most once a minute. If that fails, the old ones serve."""
    if time.monotonic() >= cache["until"]:
        cache["until"] = time.monotonic() + 60
        try:
            keys = jwt.PyJWKSet.from_dict(json.loads(fetch(f"{EDGE}/.well-known/jwks.json"))).keys
            cache["keys"] = {key.key_id: key for key in keys}
        except Exception:  # Whatever a broken edge sends: the form must not fail.
            pass
    return cache["keys"]


def check_receipt(receipt, email):
    """The decision on a form: 'allow', 'warn', 'block', or 'unverified' with the reason. Store its email."""
    try:
        local, at, domain = str(email).strip().rpartition("@")
        address = f"{local}{at}{domain.lower()}"
        subject = base64.urlsafe_b64encode(hashlib.sha256(address.encode()).digest()).rstrip(b"=").decode()
        if len(str(receipt)) > 8192:  # A receipt has about 600 characters.
            raise jwt.InvalidTokenError("Not a receipt")
        header, keys = jwt.get_unverified_header(receipt), edge_keys()
        key = keys.get(header.get("kid"))
        if key is None:
            raise jwt.InvalidTokenError("Unknown key" if keys else "No keys: the edge could not be reached")
        # The key, not the receipt, determines the algorithm.
        algorithm = {"OKP": "EdDSA", "EC": "ES256"}.get(key.key_type)
        if algorithm is None:
            raise jwt.InvalidTokenError("Unknown key")
        required = {"require": ["aud", "exp", "iat", "jti", "status", "sub"]}
        claims = jwt.decode(receipt, key.key, [algorithm], options=required, audience=PAGE_ORIGIN, leeway=60)
        if header.get("typ") != "email-verification+jwt":
            raise jwt.InvalidTokenError("Not a receipt")
        if claims["sub"] != subject:
            raise jwt.InvalidTokenError("Issued for another address")
        if claims.get("test"):
            raise jwt.InvalidTokenError("Issued in test mode")
    except (jwt.PyJWTError, RecursionError, UnicodeError) as error:
        return {"decision": "unverified", "reason": str(error), "email": email}
    decision = {"invalid": "block", "risky": "warn"}.get(claims["status"], "allow")
    return {"decision": decision, "reason": None, "email": address, "claims": claims}
