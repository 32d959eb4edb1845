-- A webhook that people took out of use: its versions and deliveries stay, and its id is not given again.
alter table webhook add column removed_at timestamptz;
