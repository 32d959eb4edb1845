-- Nobody signs in within a tenant's transaction, so its role reads who people are, not their password hashes.
revoke select on user_account from gatehouse_app;
grant select (tenant_id, email, name, roles, groups, enabled) on user_account to gatehouse_app;
