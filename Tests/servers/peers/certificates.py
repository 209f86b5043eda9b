"""A certificate authority for one test run, and certificates of every kind that a client must tell apart."""

import subprocess
from pathlib import Path

NAMES = "DNS:localhost,IP:127.0.0.1"
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
subjectAltName = {names}
"""


def openssl(*arguments: object) -> None:
    subprocess.run(["openssl", *map(str, arguments)], check=True, capture_output=True)


def authority(folder: Path, name: str) -> None:
    """`name`.pem and `name`.key; a second one of the same subject is a stranger to whoever trusts the first."""
    self_signed(folder, name, "/CN=Test authority", "authority")


def self_signed(folder: Path, name: str, subject: str, extensions: str) -> None:
    openssl(
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", 30,
        "-subj", subject, "-keyout", folder / f"{name}.key", "-out", folder / f"{name}.pem",
        "-config", configuration(folder, NAMES), "-extensions", extensions,
    )  # fmt: skip


def configuration(folder: Path, names: str) -> Path:
    path = folder / "openssl.cnf"
    path.write_text(CONFIGURATION.format(folder=folder, names=names) + "[req]\ndistinguished_name = any\n")
    return path


def leaf(folder: Path, name: str, issuer: str = "ca", names: str = NAMES, valid: tuple[str, str] = VALID) -> None:
    """`name`.pem, for the key of all leaves."""
    openssl(
        "ca", "-batch", "-notext", "-config", configuration(folder, names), "-extensions", "leaf",
        "-cert", folder / f"{issuer}.pem", "-keyfile", folder / f"{issuer}.key",
        "-startdate", valid[0], "-enddate", valid[1], "-in", folder / "leaf.csr", "-out", folder / f"{name}.pem",
    )  # fmt: skip


def make(folder: Path) -> None:
    """ca.pem is what clients trust; leaf.key the key of every certificate but self-signed.pem."""
    (folder / "index.txt").touch()
    authority(folder, "ca")
    authority(folder, "stranger")
    self_signed(folder, "self-signed", "/CN=localhost", "leaf")
    openssl(
        "req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=localhost",
        "-keyout", folder / "leaf.key", "-out", folder / "leaf.csr", "-config", configuration(folder, NAMES),
    )  # fmt: skip
    leaf(folder, "valid")
    leaf(folder, "expired", valid=("20200101000000Z", "20200102000000Z"))
    leaf(folder, "not-yet-valid", valid=("20980101000000Z", "20991231000000Z"))
    leaf(folder, "wrong-host", names="DNS:elsewhere.example")
    leaf(folder, "unknown-issuer", issuer="stranger")
    # A server that sends its whole chain, root included.
    chain = [folder / f"{name}.pem" for name in ("unknown-issuer", "stranger")]
    (folder / "unknown-chain.pem").write_text("".join(path.read_text() for path in chain))
