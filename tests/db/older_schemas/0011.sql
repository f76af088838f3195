
CREATE TABLE persons (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	name VARCHAR NOT NULL, 
	name_key VARCHAR NOT NULL, 
	made VARCHAR NOT NULL, 
	UNIQUE (name_key)
);

CREATE TABLE links (
	sha256 VARCHAR NOT NULL, 
	kind VARCHAR NOT NULL, 
	person_id INTEGER, 
	event_id INTEGER, 
	player INTEGER, 
	made VARCHAR NOT NULL, 
	used VARCHAR NOT NULL, 
	PRIMARY KEY (sha256), 
	FOREIGN KEY(person_id) REFERENCES persons (id), 
	FOREIGN KEY(event_id) REFERENCES events (id)
);

CREATE TABLE match_reports (
	event_id INTEGER NOT NULL, 
	round INTEGER NOT NULL, 
	player INTEGER NOT NULL, 
	opponent INTEGER NOT NULL, 
	result VARCHAR NOT NULL, 
	time VARCHAR NOT NULL, 
	PRIMARY KEY (event_id, round, player), 
	FOREIGN KEY(event_id) REFERENCES events (id)
);

CREATE TABLE person_players (
	event_id INTEGER NOT NULL, 
	player INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	PRIMARY KEY (event_id, player), 
	UNIQUE (person_id, event_id), 
	FOREIGN KEY(event_id) REFERENCES events (id), 
	FOREIGN KEY(person_id) REFERENCES persons (id)
);

INSERT INTO links (sha256, kind, event_id, player, made, used)
 SELECT sha256, 'lists', event_id, player, made, used FROM event_links;

DROP TABLE event_links;

UPDATE alembic_version SET version_num='0011' WHERE alembic_version.version_num = '0010';
