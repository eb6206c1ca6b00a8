#!/bin/sh
# deploy/make-secrets.sh <host name>: creates the files that compose.yaml reads from ./secrets, unless they exist: random passwords, and a
# self-signed certificate, to be replaced with a real one (docs/operations.md). Keep a copy of secret-key: without it nobody can
# copy a share link that was made before.
set -eu
name=${1:?Name the host that people type, such as rollcall.example.}
mkdir -p secrets/certificates
# The files are readable by the containers' users, the folder by you only.
chmod 700 secrets
# An interrupted run leaves an empty file, or a password without its address.
[ -s secrets/database-password ] || openssl rand -hex 24 > secrets/database-password
[ -s secrets/database-url ] ||
  printf 'postgres://rollcall:%s@database/rollcall\n' "$(cat secrets/database-password)" > secrets/database-url
[ -s secrets/secret-key ] || openssl rand -hex 32 > secrets/secret-key
[ -s secrets/metrics-token ] || openssl rand -hex 24 > secrets/metrics-token
[ -s secrets/admin-password ] || openssl rand -base64 18 > secrets/admin-password
if [ ! -s secrets/certificates/rollcall.pem ]; then
  openssl req -x509 -newkey rsa:2048 -nodes -days 90 -subj "/CN=$name" -addext "subjectAltName=DNS:$name" \
    -keyout secrets/certificates/key -out secrets/certificates/chain 2> /dev/null
  cat secrets/certificates/chain secrets/certificates/key > secrets/certificates/rollcall.pem
  rm secrets/certificates/chain secrets/certificates/key
fi
chmod 755 secrets/certificates
chmod 644 secrets/database-* secrets/secret-key secrets/metrics-token secrets/admin-password secrets/certificates/rollcall.pem
echo "The administrator's password is in secrets/admin-password."
