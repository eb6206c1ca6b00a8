#!/bin/sh
# deploy/backup.sh once|daily: makes a backup in BACKUP_DIR and deletes all but the last BACKUP_KEEP; with `daily` it repeats this every day.
# Needs the folder of RollCall as the working directory, and the environment of its processes (DATABASE_URL, PG_DUMP).
set -eu
folder=${BACKUP_DIR:-backups}
keep=${BACKUP_KEEP:-14}

# Deletes nothing if the backup fails.
backup() {
  node src/main/backup.ts backup "$folder/$(date -u +%Y-%m-%dT%H-%M-%SZ)" || return 1
  find "$folder" -maxdepth 1 -name '2*Z' | sort | head -n "-$keep" | xargs -r rm -rf
}

case "${1:-}" in
  once)
    backup
    exit
    ;;
  daily) ;;
  *)
    echo "Usage: deploy/backup.sh once|daily" >&2
    exit 2
    ;;
esac
trap 'exit 0' TERM INT
while :; do
  backup || echo "The backup failed; the next one starts in a day." >&2
  sleep 86400 &
  wait $!
done
