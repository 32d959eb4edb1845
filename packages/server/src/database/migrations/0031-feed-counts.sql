-- How much news a feed has, kept where it is written: a scan that tells it must not count a table that grows for years.
alter table feed add column items integer not null default 0;
update feed f set items = (select count(*) from feed_item i where i.feed_url = f.url);
-- What is so old that it is forgotten.
create index feed_item_by_age on feed_item (fetched_at);
