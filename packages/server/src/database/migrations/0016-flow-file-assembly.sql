-- Which call puts a file together whose parts are all there, and since when: another one waits, and takes over from one that died.
alter table flow_file add column assembling_at timestamptz;
