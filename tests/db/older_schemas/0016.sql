CREATE TABLE club_changes (
    number INTEGER NOT NULL,
    time VARCHAR NOT NULL,
    command VARCHAR NOT NULL,
    person_id INTEGER,
    "before" VARCHAR NOT NULL,
    "after" VARCHAR NOT NULL,
    undoes INTEGER,
    CONSTRAINT pk_club_changes PRIMARY KEY (number)
);

CREATE INDEX ix_club_changes_person_id ON club_changes (person_id);

UPDATE alembic_version SET version_num='0016' WHERE alembic_version.version_num = '0015';
