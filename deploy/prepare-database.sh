#!/bin/sh
# The database of one machine with PostgreSQL from Debian, at first and after each upgrade and restore: makes what is missing, migrates, and
# renews the rights of both roles (roles.sql). Run it as root. It makes the passwords once and keeps them in /etc/rounds-owner.env.
set -eu
: "${OWNER_ENV:=/etc/rounds-owner.env}" "${PGDATABASE:=rounds}"
deploy=$(cd "$(dirname "$0")" && pwd)
umask 077
[ -e "$OWNER_ENV" ] ||
  printf 'POSTGRES_OWNER_PASSWORD=%s\nPOSTGRES_APP_PASSWORD=%s\n' "$(openssl rand -hex 24)" "$(openssl rand -hex 24)" >"$OWNER_ENV"
. "$OWNER_ENV"
export PGDATABASE POSTGRES_OWNER_PASSWORD POSTGRES_APP_PASSWORD PGUSER="${PGUSER:-postgres}" ROLES_SQL="$deploy/roles.sql"
cd /

as_postgres() { runuser -u postgres -- "$@"; }
url() { echo "postgres://$1@127.0.0.1:${PGPORT:-5432}/$PGDATABASE"; }

as_postgres psql --dbname postgres --quiet --tuples-only --command "select 1 from pg_database where datname = '$PGDATABASE'" | grep -q 1 ||
  as_postgres createdb --template template0 --encoding UTF8 --locale C.UTF-8 "$PGDATABASE"
as_postgres sh "$deploy/create-roles.sh"
DATABASE_URL=$(url "rounds_owner:$POSTGRES_OWNER_PASSWORD") sh "$deploy/rounds" migrate
as_postgres sh "$deploy/create-roles.sh"
echo "DATABASE_URL for the product: $(url "rounds_app:$POSTGRES_APP_PASSWORD")"
