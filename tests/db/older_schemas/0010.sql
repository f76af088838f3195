ALTER TABLE sent_changes ADD COLUMN batch INTEGER;

UPDATE alembic_version SET version_num='0010' WHERE alembic_version.version_num = '0009';
