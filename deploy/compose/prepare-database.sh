#!/bin/sh
# Makes the database, who owns it and who serves: docs/operating.md, "Stores". The image of PostgreSQL runs it once.
set -eu

psql --set=ON_ERROR_STOP=1 --username=postgres --set=owner="$OWNER_PASSWORD" --set=login="$LOGIN_PASSWORD" <<'SQL'
create role gatehouse_app nologin;
create role gatehouse_operator nologin;
create role gatehouse_owner login password :'owner';
create role gatehouse_login login password :'login';
grant gatehouse_app, gatehouse_operator to gatehouse_owner, gatehouse_login;
create database gatehouse template template0 encoding 'UTF8';
grant create on database gatehouse to gatehouse_owner;
SQL
