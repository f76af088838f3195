CREATE TABLE sent_changes (
	id VARCHAR NOT NULL, 
	time VARCHAR NOT NULL, 
	PRIMARY KEY (id)
);

UPDATE alembic_version SET version_num='0009' WHERE alembic_version.version_num = '0008';
