CREATE TABLE event_links (
    sha256 VARCHAR NOT NULL,
    event_id INTEGER NOT NULL,
    player INTEGER NOT NULL,
    made VARCHAR NOT NULL,
    used VARCHAR NOT NULL,
    CONSTRAINT pk_event_links PRIMARY KEY (sha256),
    CONSTRAINT fk_event_links_event_id_events FOREIGN KEY(event_id) REFERENCES events (id)
);

UPDATE alembic_version SET version_num='0007' WHERE alembic_version.version_num = '0006';
