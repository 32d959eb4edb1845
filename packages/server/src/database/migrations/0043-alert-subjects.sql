-- Who of a customer a hit and a ruling are about: itself ('self'), or a party of it.
alter table alert
  -- Null of hits from before: those have a key made of their place.
  add column subject_key text,
  -- {"role", "percent"}; null where neither is known.
  add column party jsonb;
alter table ruling
  -- Null of rulings of which it cannot be told: they count for nobody.
  add column subject_key text,
  -- {"name", "role", "percent"} as it was ruled on.
  add column subject jsonb;
