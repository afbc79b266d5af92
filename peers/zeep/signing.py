"""Signed requests, verified answers: zeep's BinarySignature, and what it leaves to its users."""
from datetime import datetime, timedelta, timezone

import xmlsec
from lxml import etree
from zeep import ns
from zeep.exceptions import SignatureVerificationFailed
from zeep.wsse import utils
from zeep.wsse.signature import BinarySignature

LIFETIME = timedelta(minutes=5)
SKEW = timedelta(minutes=1)
RSA_SHA256 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"
SHA256 = "http://www.w3.org/2001/04/xmlenc#sha256"
NAMES = {"s": ns.SOAP_ENV_11, "wsse": ns.WSSE, "wsu": ns.WSU, "ds": ns.DS}


def algorithms():
    return {"signature_method": xmlsec.Transform.RSA_SHA256, "digest_method": xmlsec.Transform.SHA256}


class Signing(BinarySignature):
    def __init__(self, keys):
        key, own, peer = (f"{keys}/{name}" for name in ("client.key", "client.crt", "server.crt"))
        super().__init__(key, own, **algorithms())
        self.answers = BinarySignature(key, peer, **algorithms())  # zeep verifies with the certificate it signs with

    def apply(self, envelope, headers):
        security = utils.get_security_header(envelope)
        security.set(etree.QName(ns.SOAP_ENV_11, "mustUnderstand"), "1")
        now = datetime.now(timezone.utc)
        created, expires = utils.get_timestamp(now, True), utils.get_timestamp(now + LIFETIME, True)
        security.append(utils.WSU.Timestamp(utils.WSU.Created(created), utils.WSU.Expires(expires)))
        return super().apply(envelope, headers)

    def verify(self, envelope):
        """zeep's verification, and then what was signed, how and when, which zeep does not look at."""
        if envelope.find("s:Body/s:Fault", NAMES) is not None:
            return envelope  # zeep raises it as an error, whoever wrote it
        signature = envelope.find("s:Header/wsse:Security/ds:Signature", NAMES)
        if signature is None:
            raise SignatureVerificationFailed("the answer is not signed")
        self.answers.verify(envelope)
        check_algorithms(signature)
        check_coverage(envelope, signature)
        check_lifetime(signature.getparent().find("wsu:Timestamp", NAMES))
        return envelope


def check_algorithms(signature):
    used = [m.get("Algorithm") for m in signature.iterfind("ds:SignedInfo/ds:SignatureMethod", NAMES)]
    digests = {m.get("Algorithm") for m in signature.iterfind("ds:SignedInfo/ds:Reference/ds:DigestMethod", NAMES)}
    if used != [RSA_SHA256] or digests != {SHA256}:
        raise SignatureVerificationFailed("rsa-sha256 and sha256 are required")


def check_coverage(envelope, signature):
    signed = {r.get("URI") for r in signature.iterfind("ds:SignedInfo/ds:Reference", NAMES)}
    ids = envelope.xpath("//@wsu:Id", namespaces=NAMES)
    if len(ids) != len(set(ids)):
        raise SignatureVerificationFailed("an Id stands there twice")
    for part in (envelope.find("s:Body", NAMES), signature.getparent().find("wsu:Timestamp", NAMES)):
        if part is None or f"#{part.get(utils.ID_ATTR)}" not in signed:
            raise SignatureVerificationFailed("Body and Timestamp must be signed")


def check_lifetime(timestamp):
    now = datetime.now(timezone.utc)
    created, expires = (datetime.fromisoformat(timestamp.findtext(f"wsu:{name}", namespaces=NAMES)) for name in ("Created", "Expires"))
    if created > now + SKEW or expires < now or now - created > LIFETIME + SKEW:
        raise SignatureVerificationFailed("the answer is not of now")
