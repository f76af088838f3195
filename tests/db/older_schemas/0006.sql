CREATE TABLE event_files (
    sha256 VARCHAR NOT NULL,
    data BLOB NOT NULL,
    CONSTRAINT pk_event_files PRIMARY KEY (sha256)
);

CREATE TABLE events (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    uid VARCHAR NOT NULL,
    name VARCHAR NOT NULL,
    name_key VARCHAR NOT NULL,
    game VARCHAR NOT NULL,
    format VARCHAR NOT NULL,
    edition VARCHAR NOT NULL,
    day VARCHAR NOT NULL,
    deadline VARCHAR NOT NULL,
    locked VARCHAR NOT NULL,
    open_lists BOOLEAN NOT NULL,
    settings JSON NOT NULL,
    CONSTRAINT fk_events_game_games FOREIGN KEY(game) REFERENCES games (code),
    CONSTRAINT uq_events_name_key UNIQUE (name_key),
    CONSTRAINT uq_events_uid UNIQUE (uid)
);

CREATE TABLE event_players (
    event_id INTEGER NOT NULL,
    number INTEGER NOT NULL,
    name VARCHAR NOT NULL,
    name_key VARCHAR NOT NULL,
    club VARCHAR NOT NULL,
    entered INTEGER NOT NULL,
    dropped INTEGER,
    CONSTRAINT pk_event_players PRIMARY KEY (event_id, number),
    CONSTRAINT fk_event_players_event_id_events FOREIGN KEY(event_id) REFERENCES events (id),
    CONSTRAINT uq_event_players_event_id UNIQUE (event_id, name_key)
);

CREATE TABLE event_decks (
    event_id INTEGER NOT NULL,
    number INTEGER NOT NULL,
    player INTEGER NOT NULL,
    seat VARCHAR NOT NULL,
    path VARCHAR NOT NULL,
    name VARCHAR NOT NULL,
    read_as VARCHAR NOT NULL,
    sha256 VARCHAR NOT NULL,
    hash VARCHAR NOT NULL,
    cards JSON NOT NULL,
    catalogue VARCHAR NOT NULL,
    time VARCHAR NOT NULL,
    late BOOLEAN NOT NULL,
    error VARCHAR NOT NULL,
    CONSTRAINT pk_event_decks PRIMARY KEY (event_id, number),
    CONSTRAINT fk_event_decks_player_event_players FOREIGN KEY(event_id, player) REFERENCES event_players (event_id, number),
    CONSTRAINT fk_event_decks_event_id_events FOREIGN KEY(event_id) REFERENCES events (id),
    CONSTRAINT fk_event_decks_sha256_event_files FOREIGN KEY(sha256) REFERENCES event_files (sha256)
);

CREATE TABLE event_rounds (
    event_id INTEGER NOT NULL,
    number INTEGER NOT NULL,
    stage VARCHAR NOT NULL,
    published VARCHAR NOT NULL,
    facts JSON NOT NULL,
    CONSTRAINT pk_event_rounds PRIMARY KEY (event_id, number),
    CONSTRAINT fk_event_rounds_event_id_events FOREIGN KEY(event_id) REFERENCES events (id)
);

CREATE TABLE event_tables (
    event_id INTEGER NOT NULL,
    round INTEGER NOT NULL,
    number INTEGER NOT NULL,
    one INTEGER NOT NULL,
    two INTEGER,
    first VARCHAR NOT NULL,
    result JSON,
    extension INTEGER NOT NULL,
    reason VARCHAR NOT NULL,
    CONSTRAINT pk_event_tables PRIMARY KEY (event_id, round, number),
    CONSTRAINT ck_event_tables_two_players CHECK (two IS NULL OR one <> two),
    CONSTRAINT fk_event_tables_one_event_players FOREIGN KEY(event_id, one) REFERENCES event_players (event_id, number),
    CONSTRAINT fk_event_tables_round_event_rounds FOREIGN KEY(event_id, round) REFERENCES event_rounds (event_id, number),
    CONSTRAINT fk_event_tables_two_event_players FOREIGN KEY(event_id, two) REFERENCES event_players (event_id, number),
    CONSTRAINT fk_event_tables_event_id_events FOREIGN KEY(event_id) REFERENCES events (id)
);

CREATE TABLE event_notes (
    event_id INTEGER NOT NULL,
    number INTEGER NOT NULL,
    player INTEGER NOT NULL,
    kind VARCHAR NOT NULL,
    text VARCHAR NOT NULL,
    round INTEGER NOT NULL,
    time VARCHAR NOT NULL,
    CONSTRAINT pk_event_notes PRIMARY KEY (event_id, number),
    CONSTRAINT fk_event_notes_player_event_players FOREIGN KEY(event_id, player) REFERENCES event_players (event_id, number),
    CONSTRAINT fk_event_notes_event_id_events FOREIGN KEY(event_id) REFERENCES events (id)
);

CREATE TABLE event_batches (
    event_id INTEGER NOT NULL,
    number INTEGER NOT NULL,
    time VARCHAR NOT NULL,
    command VARCHAR NOT NULL,
    reason VARCHAR NOT NULL,
    who VARCHAR NOT NULL,
    undoes INTEGER,
    CONSTRAINT pk_event_batches PRIMARY KEY (event_id, number),
    CONSTRAINT fk_event_batches_event_id_events FOREIGN KEY(event_id) REFERENCES events (id)
);

CREATE TABLE event_changes (
    event_id INTEGER NOT NULL,
    batch INTEGER NOT NULL,
    position INTEGER NOT NULL,
    kind VARCHAR NOT NULL,
    "key" VARCHAR NOT NULL,
    "before" VARCHAR,
    "after" VARCHAR,
    CONSTRAINT pk_event_changes PRIMARY KEY (event_id, batch, position),
    CONSTRAINT ck_event_changes_kind CHECK (kind IN ('event', 'player', 'deck', 'round', 'table', 'note')),
    CONSTRAINT ck_event_changes_something CHECK (before IS NOT NULL OR after IS NOT NULL),
    CONSTRAINT fk_event_changes_batch_event_batches FOREIGN KEY(event_id, batch) REFERENCES event_batches (event_id, number)
);

UPDATE alembic_version SET version_num='0006' WHERE alembic_version.version_num = '0005';
