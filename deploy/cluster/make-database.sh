#!/bin/sh
# /etc/patroni/make-database.sh: Patroni runs it once, on the first primary, with the connection string. Creates Rounds'
# database and its two roles; roles.sql is next to it.
set -eu
psql --quiet --no-psqlrc -v ON_ERROR_STOP=1 "$1" --command 'create database rounds'
exec psql --quiet --no-psqlrc -v ON_ERROR_STOP=1 "$1 dbname=rounds" \
  -v owner_password="$POSTGRES_OWNER_PASSWORD" -v app_password="$POSTGRES_APP_PASSWORD" --file "${ROLES_SQL:-$(dirname "$0")/roles.sql}"
