-- What was used in some days. The ledger grows in the order of time, and a submit must not pay for another tree of keys.
create index usage_by_time on usage_ledger using brin (at) with (pages_per_range = 32);
