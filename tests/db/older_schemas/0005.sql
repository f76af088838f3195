ALTER TABLE sets ADD COLUMN released VARCHAR;

ALTER TABLE sets ADD COLUMN release_source VARCHAR;

UPDATE alembic_version SET version_num='0005' WHERE alembic_version.version_num = '0004';
