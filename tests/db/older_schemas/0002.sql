CREATE TABLE holdings (
    id INTEGER NOT NULL,
    card_id INTEGER NOT NULL,
    printing_id INTEGER,
    condition VARCHAR NOT NULL,
    language VARCHAR NOT NULL,
    finish VARCHAR NOT NULL,
    location VARCHAR NOT NULL,
    quantity INTEGER NOT NULL,
    for_trade INTEGER NOT NULL,
    notes VARCHAR NOT NULL,
    acquired_on VARCHAR,
    price VARCHAR,
    currency VARCHAR,
    extra JSON,
    CONSTRAINT pk_holdings PRIMARY KEY (id),
    CONSTRAINT ck_holdings_quantity CHECK (quantity >= 0),
    CONSTRAINT ck_holdings_for_trade CHECK (for_trade BETWEEN 0 AND quantity),
    CONSTRAINT fk_holdings_card_id_cards FOREIGN KEY(card_id) REFERENCES cards (id),
    CONSTRAINT fk_holdings_printing_id_printings FOREIGN KEY(printing_id) REFERENCES printings (id)
);

CREATE INDEX ix_holdings_card_id ON holdings (card_id);

CREATE UNIQUE INDEX uq_holdings_printing ON holdings (printing_id, condition, language, finish, location) WHERE printing_id IS NOT NULL;

CREATE UNIQUE INDEX uq_holdings_card ON holdings (card_id, condition, language, finish, location) WHERE printing_id IS NULL;

CREATE TABLE wants (
    id INTEGER NOT NULL,
    card_id INTEGER NOT NULL,
    printing_id INTEGER,
    quantity INTEGER NOT NULL,
    notes VARCHAR NOT NULL,
    CONSTRAINT pk_wants PRIMARY KEY (id),
    CONSTRAINT ck_wants_quantity CHECK (quantity > 0),
    CONSTRAINT fk_wants_card_id_cards FOREIGN KEY(card_id) REFERENCES cards (id),
    CONSTRAINT fk_wants_printing_id_printings FOREIGN KEY(printing_id) REFERENCES printings (id)
);

CREATE INDEX ix_wants_card_id ON wants (card_id);

CREATE UNIQUE INDEX uq_wants_printing ON wants (printing_id) WHERE printing_id IS NOT NULL;

CREATE UNIQUE INDEX uq_wants_card ON wants (card_id) WHERE printing_id IS NULL;

CREATE TABLE decks (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    game VARCHAR NOT NULL,
    name VARCHAR NOT NULL,
    name_key VARCHAR NOT NULL,
    format VARCHAR,
    author VARCHAR,
    notes VARCHAR,
    zones JSON,
    CONSTRAINT fk_decks_game_games FOREIGN KEY(game) REFERENCES games (code),
    CONSTRAINT uq_decks_game UNIQUE (game, name_key)
);

CREATE TABLE deck_lines (
    deck_id INTEGER NOT NULL,
    position INTEGER NOT NULL,
    quantity INTEGER NOT NULL,
    name VARCHAR NOT NULL,
    zone VARCHAR NOT NULL,
    set_code VARCHAR,
    number VARCHAR,
    image_key VARCHAR,
    card_id INTEGER,
    printing_id INTEGER,
    reserved INTEGER NOT NULL,
    CONSTRAINT pk_deck_lines PRIMARY KEY (deck_id, position),
    CONSTRAINT ck_deck_lines_quantity CHECK (quantity > 0),
    CONSTRAINT ck_deck_lines_reserved CHECK (reserved BETWEEN 0 AND quantity),
    CONSTRAINT ck_deck_lines_reserved_card CHECK (reserved = 0 OR card_id IS NOT NULL),
    CONSTRAINT fk_deck_lines_deck_id_decks FOREIGN KEY(deck_id) REFERENCES decks (id) ON DELETE CASCADE,
    CONSTRAINT fk_deck_lines_card_id_cards FOREIGN KEY(card_id) REFERENCES cards (id),
    CONSTRAINT fk_deck_lines_printing_id_printings FOREIGN KEY(printing_id) REFERENCES printings (id)
);

CREATE INDEX ix_deck_lines_card_id ON deck_lines (card_id);

CREATE TABLE batches (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    time VARCHAR NOT NULL,
    command VARCHAR NOT NULL,
    source VARCHAR,
    sha256 VARCHAR,
    mode VARCHAR NOT NULL,
    undoes INTEGER,
    kept INTEGER NOT NULL,
    CONSTRAINT fk_batches_undoes_batches FOREIGN KEY(undoes) REFERENCES batches (id)
);

CREATE INDEX ix_batches_sha256 ON batches (sha256);

CREATE INDEX ix_batches_undoes ON batches (undoes);

CREATE TABLE changes (
    batch_id INTEGER NOT NULL,
    position INTEGER NOT NULL,
    kind VARCHAR NOT NULL,
    "key" VARCHAR NOT NULL,
    "before" VARCHAR,
    "after" VARCHAR,
    CONSTRAINT pk_changes PRIMARY KEY (batch_id, position),
    CONSTRAINT ck_changes_kind CHECK (kind IN ('holding', 'want', 'deck')),
    CONSTRAINT ck_changes_something CHECK (before IS NOT NULL OR after IS NOT NULL),
    CONSTRAINT fk_changes_batch_id_batches FOREIGN KEY(batch_id) REFERENCES batches (id)
);

CREATE TABLE layouts (
    fingerprint VARCHAR NOT NULL,
    mapping JSON NOT NULL,
    CONSTRAINT pk_layouts PRIMARY KEY (fingerprint)
);

UPDATE alembic_version SET version_num='0002' WHERE alembic_version.version_num = '0001';
