-- Secrets can be replaced while nodes run.
-- Oldest program: 12

-- The fingerprint of the pepper that the hash was made with. Null: the key is older than this column; its pepper is the
-- one that `deployment` remembers.
alter table api_keys add column pepper text;

-- The fingerprints of the secrets that the process accepts, and of those that it uses for new hashes and signatures. Null
-- in a process that does not say it.
alter table processes add column accepts text[], add column makes text[];

-- The process is loading and does not serve yet.
alter table processes add column starting boolean not null default false;
