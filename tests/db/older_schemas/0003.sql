ALTER TABLE sets ADD COLUMN source VARCHAR;

ALTER TABLE sets ADD COLUMN facts JSON;

ALTER TABLE cards ADD COLUMN identity VARCHAR;

ALTER TABLE cards ADD COLUMN source VARCHAR;

ALTER TABLE printings ADD COLUMN facts JSON;

ALTER TABLE printings ADD COLUMN source VARCHAR;

ALTER TABLE printings ADD COLUMN removed_on VARCHAR;

ALTER TABLE legality ADD COLUMN origin VARCHAR;

ALTER TABLE legality ADD COLUMN seen VARCHAR;

ALTER TABLE legality ADD COLUMN until VARCHAR;

ALTER TABLE aliases ADD COLUMN source VARCHAR;

CREATE UNIQUE INDEX uq_cards_identity ON cards (game, identity);

CREATE TABLE card_texts (
    printing_id INTEGER NOT NULL,
    text VARCHAR,
    rulings VARCHAR,
    script VARCHAR,
    CONSTRAINT pk_card_texts PRIMARY KEY (printing_id),
    CONSTRAINT fk_card_texts_printing_id_printings FOREIGN KEY(printing_id) REFERENCES printings (id)
);

CREATE VIRTUAL TABLE card_search USING fts5(text, rulings, content='card_texts', content_rowid='printing_id', tokenize='unicode61 remove_diacritics 2');

CREATE TRIGGER card_texts_after_insert AFTER INSERT ON card_texts BEGIN INSERT INTO card_search (rowid, text, rulings) VALUES (new.printing_id, new.text, new.rulings); END;

CREATE TRIGGER card_texts_after_delete AFTER DELETE ON card_texts BEGIN INSERT INTO card_search (card_search, rowid, text, rulings) VALUES ('delete', old.printing_id, old.text, old.rulings); END;

CREATE TRIGGER card_texts_after_update AFTER UPDATE ON card_texts BEGIN INSERT INTO card_search (card_search, rowid, text, rulings) VALUES ('delete', old.printing_id, old.text, old.rulings); INSERT INTO card_search (rowid, text, rulings) VALUES (new.printing_id, new.text, new.rulings); END;

CREATE TABLE play_formats (
    id INTEGER NOT NULL,
    game VARCHAR NOT NULL,
    source VARCHAR NOT NULL,
    code VARCHAR NOT NULL,
    name VARCHAR NOT NULL,
    seen VARCHAR NOT NULL,
    data JSON,
    CONSTRAINT pk_play_formats PRIMARY KEY (id),
    CONSTRAINT fk_play_formats_game_games FOREIGN KEY(game) REFERENCES games (code)
);

CREATE UNIQUE INDEX uq_play_formats_seen ON play_formats (game, source, code, seen);

CREATE TABLE sources (
    name VARCHAR NOT NULL,
    kind VARCHAR NOT NULL,
    game VARCHAR NOT NULL,
    address VARCHAR,
    options JSON,
    checked_at VARCHAR,
    changed_at VARCHAR,
    etag VARCHAR,
    last_modified VARCHAR,
    digest VARCHAR,
    sets INTEGER,
    cards INTEGER,
    CONSTRAINT pk_sources PRIMARY KEY (name)
);

CREATE TABLE card_batches (
    id INTEGER NOT NULL,
    source VARCHAR NOT NULL,
    game VARCHAR NOT NULL,
    origin VARCHAR,
    made_at VARCHAR NOT NULL,
    summary JSON,
    undone_at VARCHAR,
    CONSTRAINT pk_card_batches PRIMARY KEY (id)
);

CREATE TABLE card_changes (
    id INTEGER NOT NULL,
    batch_id INTEGER NOT NULL,
    table_name VARCHAR NOT NULL,
    row_id INTEGER NOT NULL,
    "before" JSON,
    "after" JSON,
    CONSTRAINT pk_card_changes PRIMARY KEY (id),
    CONSTRAINT fk_card_changes_batch_id_card_batches FOREIGN KEY(batch_id) REFERENCES card_batches (id)
);

CREATE INDEX ix_card_changes_batch_id ON card_changes (batch_id);

CREATE INDEX ix_card_changes_row ON card_changes (table_name, row_id);

UPDATE alembic_version SET version_num='0003' WHERE alembic_version.version_num = '0002';
