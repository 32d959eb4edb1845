-- What the watchlist entry behind an alert said of a true match when it was screened. Null where it said nothing, and of
-- alerts from before.
alter table alert add column true_match_rule text;
comment on column alert.true_match_rule is 'technical';
