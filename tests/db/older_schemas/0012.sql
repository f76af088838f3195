CREATE TABLE league_changes (
	name_key VARCHAR NOT NULL, 
	number INTEGER NOT NULL, 
	name VARCHAR NOT NULL, 
	time VARCHAR NOT NULL, 
	command VARCHAR NOT NULL, 
	who VARCHAR NOT NULL, 
	undoes INTEGER, 
	document VARCHAR, 
	CONSTRAINT pk_league_changes PRIMARY KEY (name_key, number)
);

UPDATE alembic_version SET version_num='0012' WHERE alembic_version.version_num = '0011';
