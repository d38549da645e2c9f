-- Two roles for a PostgreSQL server: rounds_owner runs migrations and restores, rounds_app runs the product and can neither
-- change the schema nor touch the audit trail. Run as a superuser, connected to the Rounds database, before the first
-- `npm run cli -- migrate` and again after it, after each upgrade and after each restore. Repeating it changes nothing.
--
--   psql "$ADMIN_URL" -v owner_password="…" -v app_password="…" -f deploy/roles.sql
--
-- Then: DATABASE_URL of rounds_owner for `npm run cli -- migrate` and `restore`, DATABASE_URL of rounds_app for everything else.

\set ON_ERROR_STOP on

select 'create role rounds_owner login' where not exists (select from pg_roles where rolname = 'rounds_owner') \gexec
select 'create role rounds_app login' where not exists (select from pg_roles where rolname = 'rounds_app') \gexec
alter role rounds_owner password :'owner_password';
alter role rounds_app password :'app_password';

select format('grant create, connect on database %I to rounds_owner', current_database()) \gexec
select format('revoke all on database %I from public', current_database()) \gexec
select format('grant connect on database %I to rounds_app', current_database()) \gexec
grant create, usage on schema public to rounds_owner;
revoke create on schema public from public;
grant usage on schema public to rounds_app;

alter default privileges for role rounds_owner in schema public grant select, insert, update, delete on tables to rounds_app;
alter default privileges for role rounds_owner in schema public grant usage, select, update on sequences to rounds_app;

-- Existing objects.
grant select, insert, update, delete on all tables in schema public to rounds_app;
grant usage, select, update on all sequences in schema public to rounds_app;
select 'grant usage on schema drizzle to rounds_app' where exists (select from pg_namespace where nspname = 'drizzle') \gexec
select 'grant select on all tables in schema drizzle to rounds_app' where exists (select from pg_namespace where nspname = 'drizzle') \gexec

-- The triggers reject changes to the audit trail by anyone; this also revokes the right. Personal values next to it can be
-- erased, not changed.
select 'revoke update, delete, truncate on audit_trail from rounds_app' where to_regclass('public.audit_trail') is not null \gexec
select 'revoke update, truncate on audit_personal from rounds_app' where to_regclass('public.audit_personal') is not null \gexec
-- License checks are never changed; a new one corrects an earlier one.
select 'revoke update, truncate on license_verification from rounds_app' where to_regclass('public.license_verification') is not null \gexec
select 'revoke update, truncate on license_document from rounds_app' where to_regclass('public.license_document') is not null \gexec
