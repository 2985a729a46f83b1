"""Verifies the receipt of <email-verify>. Needs PyJWT with cryptography: pip install "pyjwt[crypto]"."""
import base64, hashlib, os, time, urllib.request
import jwt

EDGE = os.environ["EDGE"]  # https://verify.example/verify
PAGE_ORIGIN = os.environ["PAGE_ORIGIN"]  # https://shop.example
cache = {"keys": {}, "until": 0.0}


def edge_keys():
    """The edge's public keys by their ids, fetched at most once a minute. If that fails, the old ones serve."""
    if time.monotonic() >= cache["until"]:
        cache["until"] = time.monotonic() + 60
        try:
            with urllib.request.urlopen(f"{EDGE}/.well-known/jwks.json", timeout=3) as response:
                cache["keys"] = {key.key_id: key for key in jwt.PyJWKSet.from_json(response.read()).keys}
        except (OSError, ValueError, jwt.PyJWTError):
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
        algorithm = {"OKP": "EdDSA", "EC": "ES256"}[key.key_type]
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
