#!/bin/sh
# deploy/backup.sh once|daily: makes a backup in BACKUP_DIR and deletes all but the last BACKUP_KEEP. `daily` makes one whenever the last
# one is a day old, and tries again a minute after a failure. Needs the folder of RollCall as the working directory, and the
# environment of its processes (DATABASE_URL, PG_DUMP).
set -eu
folder=${BACKUP_DIR:-backups}
keep=${BACKUP_KEEP:-14}

# Runs a program in the background: a shell that waits for one in the foreground handles a signal only after its end.
child=
run() {
  "$@" &
  child=$!
  wait "$child" && status=0 || status=$?
  child=
  return "$status"
}
# An interrupted backup removes its files before it ends.
stop() {
  [ -z "$child" ] || { kill "$child" && wait "$child"; } || true
  exit 143
}
trap stop TERM INT HUP

# One backup at a time; the lock is free when this function and all that it started have ended. Deletes no older backup if the new one
# fails.
backup() {
  run flock 9 || return 1
  # Left by a backup that was killed.
  rm -rf "$folder"/2*Z.new
  run node src/main/backup.ts backup "$folder/$(date -u +%Y-%m-%dT%H-%M-%SZ)" || return 1
  find "$folder" -maxdepth 1 -name '2*Z' | sort | head -n "-$keep" | xargs -r -d '\n' rm -rf
} 9> "$folder/.lock"

case "${1:-}" in
  once | daily) mkdir -p "$folder" ;;
  *)
    echo "Usage: deploy/backup.sh once|daily" >&2
    exit 2
    ;;
esac
if [ "$1" = once ]; then
  backup
  exit
fi
while :; do
  if [ -z "$(find "$folder" -maxdepth 1 -name '2*Z' -mmin -1440)" ]; then
    backup || echo "The backup failed; it is tried again in a minute." >&2
  fi
  run sleep 60
done
