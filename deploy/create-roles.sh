#!/bin/sh
# Creates rounds_owner and rounds_app, or renews their rights (see roles.sql). The postgres image runs it when it creates the database;
# compose.yaml runs it again after each migration. Connects as PGUSER or POSTGRES_USER, who must be a superuser.
set -eu
exec psql --quiet --no-psqlrc -v ON_ERROR_STOP=1 \
  --username "${PGUSER:-$POSTGRES_USER}" --dbname "${PGDATABASE:-$POSTGRES_DB}" \
  -v owner_password="$POSTGRES_OWNER_PASSWORD" -v app_password="$POSTGRES_APP_PASSWORD" \
  --file "${ROLES_SQL:-/roles.sql}"
