"""A certificate authority for one test run, and certificates of every kind that a client must distinguish."""

import base64
import hashlib
import subprocess
from pathlib import Path

NAMES = "DNS:localhost,IP:127.0.0.1"
NAMED = f"subjectAltName = {NAMES}"
VALID = ("20200101000000Z", "20991231000000Z")

CONFIGURATION = """
[ca]
default_ca = here
[here]
dir = {folder}
database = $dir/index.txt
new_certs_dir = $dir
rand_serial = yes
default_md = sha256
policy = any
unique_subject = no
[any]
commonName = supplied
[authority]
basicConstraints = critical,CA:true
subjectKeyIdentifier = hash
[leaf]
basicConstraints = CA:false
{extensions}
"""


def openssl(*arguments: object) -> None:
    subprocess.run(["openssl", *map(str, arguments)], check=True, capture_output=True)


def authority(folder: Path, name: str) -> None:
    """Makes `name`.pem and `name`.key. Each call makes a new key. So a client that trusts one authority does not trust
    a second one with the same subject."""
    self_signed(folder, name, "/CN=Test authority", "authority")


def self_signed(folder: Path, name: str, subject: str, extensions: str) -> None:
    openssl(
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", 30,
        "-subj", subject, "-keyout", folder / f"{name}.key", "-out", folder / f"{name}.pem",
        "-config", configuration(folder, NAMED), "-extensions", extensions,
    )  # fmt: skip


def configuration(folder: Path, extensions: str) -> Path:
    path = folder / "openssl.cnf"
    path.write_text(CONFIGURATION.format(folder=folder, extensions=extensions) + "[req]\ndistinguished_name = any\n")
    return path


def leaf(
    folder: Path, name: str, issuer: str = "ca", extensions: str = NAMED, valid: tuple[str, str] = VALID, key: str = ""
) -> None:
    """Makes the certificate `name`.pem for the key leaf.key. `key` is the name of the issuer's key, if it is not the
    issuer's name."""
    openssl(
        "ca", "-batch", "-notext", "-config", configuration(folder, extensions), "-extensions", "leaf",
        "-cert", folder / f"{issuer}.pem", "-keyfile", folder / f"{key or issuer}.key",
        "-startdate", valid[0], "-enddate", valid[1], "-in", folder / "leaf.csr", "-out", folder / f"{name}.pem",
    )  # fmt: skip


def make(folder: Path) -> None:
    """Makes the files. Clients trust ca.pem. leaf.key is the key of every certificate except self-signed.pem."""
    (folder / "index.txt").touch()
    authority(folder, "ca")
    authority(folder, "stranger")
    self_signed(folder, "self-signed", "/CN=localhost", "leaf")
    openssl(
        "req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=localhost",
        "-keyout", folder / "leaf.key", "-out", folder / "leaf.csr", "-config", configuration(folder, NAMED),
    )  # fmt: skip
    leaf(folder, "valid")
    leaf(folder, "expired", valid=("20200101000000Z", "20200102000000Z"))
    leaf(folder, "not-yet-valid", valid=("20980101000000Z", "20991231000000Z"))
    leaf(folder, "wrong-host", extensions="subjectAltName = DNS:elsewhere.example")
    # The subject of all leaves is CN=localhost.
    leaf(folder, "common-name", extensions="")
    leaf(folder, "mail-name", extensions="subjectAltName = email:localhost@example.com,URI:https://localhost/")
    leaf(folder, "star", extensions="subjectAltName = DNS:*")
    leaf(folder, "star-partial", extensions="subjectAltName = DNS:local*")
    leaf(folder, "star-below", extensions="subjectAltName = DNS:*.localhost")
    leaf(folder, "upper-case", extensions="subjectAltName = DNS:LocalHost")
    leaf(folder, "international", extensions=f"subjectAltName = {NAMES.replace('localhost', 'xn--bcher-kva.localhost')}")
    leaf(folder, "address-as-name", extensions="subjectAltName = DNS:127.0.0.1")
    leaf(folder, "client-only", extensions=f"{NAMED}\nextendedKeyUsage = clientAuth")
    leaf(folder, "leaf-issued", issuer="valid", key="leaf")
    leaf(folder, "unknown-issuer", issuer="stranger")
    # For clients: an encrypted key, an archive, and the pins of keys.
    openssl("pkcs8", "-topk8", "-in", folder / "leaf.key", "-out", folder / "locked.key", "-passout", "pass:pass-9f3c")
    openssl(
        "pkcs12", "-export", "-inkey", folder / "leaf.key", "-in", folder / "valid.pem", "-out", folder / "client.p12",
        "-passout", "pass:pass-9f3c",
    )  # fmt: skip
    for name in ("valid", "ca", "stranger", "self-signed"):
        pin(folder, name)
    # These chains are for a server that sends its whole chain, including the root.
    join(folder, "unknown-chain", "unknown-issuer", "stranger")
    join(folder, "leaf-issued", "leaf-issued", "valid")


def pin(folder: Path, name: str) -> None:
    """Writes the file `name`.pin: "sha256/" and the Base64 of the SHA-256 of the certificate's SubjectPublicKeyInfo."""
    key = subprocess.run(
        ["openssl", "x509", "-in", folder / f"{name}.pem", "-noout", "-pubkey"], check=True, capture_output=True
    ).stdout
    der = subprocess.run(["openssl", "pkey", "-pubin", "-outform", "DER"], input=key, check=True, capture_output=True).stdout
    digest = base64.b64encode(hashlib.sha256(der).digest()).decode()
    (folder / f"{name}.pin").write_text("sha256/" + digest)


def join(folder: Path, name: str, *parts: str) -> None:
    texts = [(folder / f"{part}.pem").read_text() for part in parts]
    (folder / f"{name}.pem").write_text("".join(texts))
