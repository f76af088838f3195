CREATE TABLE alembic_version (
    version_num VARCHAR(32) NOT NULL,
    CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);

CREATE TABLE games (
    code VARCHAR NOT NULL,
    name VARCHAR NOT NULL,
    source VARCHAR,
    as_of VARCHAR,
    digest VARCHAR,
    CONSTRAINT pk_games PRIMARY KEY (code)
);

CREATE TABLE cards (
    id INTEGER NOT NULL,
    game VARCHAR NOT NULL,
    name VARCHAR NOT NULL,
    name_key VARCHAR NOT NULL,
    base_name VARCHAR NOT NULL,
    base_key VARCHAR NOT NULL,
    version VARCHAR,
    distinction VARCHAR,
    side VARCHAR,
    type VARCHAR NOT NULL,
    subtype VARCHAR,
    cost VARCHAR,
    speed VARCHAR,
    power VARCHAR,
    health VARCHAR,
    facts JSON,
    CONSTRAINT pk_cards PRIMARY KEY (id),
    CONSTRAINT fk_cards_game_games FOREIGN KEY(game) REFERENCES games (code),
    CONSTRAINT uq_cards_game UNIQUE (game, name_key)
);

CREATE INDEX ix_cards_base ON cards (game, base_key);

CREATE TABLE sets (
    id INTEGER NOT NULL,
    game VARCHAR NOT NULL,
    code VARCHAR NOT NULL,
    name VARCHAR NOT NULL,
    publisher VARCHAR,
    position INTEGER NOT NULL,
    CONSTRAINT pk_sets PRIMARY KEY (id),
    CONSTRAINT fk_sets_game_games FOREIGN KEY(game) REFERENCES games (code),
    CONSTRAINT uq_sets_game UNIQUE (game, code)
);

CREATE TABLE aliases (
    id INTEGER NOT NULL,
    game VARCHAR NOT NULL,
    alias VARCHAR NOT NULL,
    alias_key VARCHAR NOT NULL,
    card_id INTEGER NOT NULL,
    why VARCHAR,
    CONSTRAINT pk_aliases PRIMARY KEY (id),
    CONSTRAINT fk_aliases_card_id_cards FOREIGN KEY(card_id) REFERENCES cards (id),
    CONSTRAINT fk_aliases_game_games FOREIGN KEY(game) REFERENCES games (code),
    CONSTRAINT uq_aliases_game UNIQUE (game, alias_key)
);

CREATE INDEX ix_aliases_card_id ON aliases (card_id);

CREATE TABLE printings (
    id INTEGER NOT NULL,
    card_id INTEGER NOT NULL,
    set_id INTEGER NOT NULL,
    position INTEGER NOT NULL,
    name VARCHAR NOT NULL,
    name_key VARCHAR NOT NULL,
    number VARCHAR NOT NULL,
    rarity VARCHAR,
    reprint VARCHAR,
    image_key VARCHAR,
    tags VARCHAR,
    differs JSON,
    CONSTRAINT pk_printings PRIMARY KEY (id),
    CONSTRAINT fk_printings_card_id_cards FOREIGN KEY(card_id) REFERENCES cards (id),
    CONSTRAINT fk_printings_set_id_sets FOREIGN KEY(set_id) REFERENCES sets (id)
);

CREATE INDEX ix_printings_card_id ON printings (card_id);

CREATE INDEX ix_printings_image ON printings (image_key);

CREATE INDEX ix_printings_name ON printings (name_key);

CREATE UNIQUE INDEX uq_printings_place ON printings (set_id, name_key, number);

CREATE TABLE legality (
    id INTEGER NOT NULL,
    card_id INTEGER NOT NULL,
    printing_id INTEGER NOT NULL,
    status VARCHAR NOT NULL,
    format VARCHAR,
    since VARCHAR,
    source VARCHAR NOT NULL,
    CONSTRAINT pk_legality PRIMARY KEY (id),
    CONSTRAINT ck_legality_status CHECK (status IN ('banned', 'restricted')),
    CONSTRAINT fk_legality_card_id_cards FOREIGN KEY(card_id) REFERENCES cards (id),
    CONSTRAINT fk_legality_printing_id_printings FOREIGN KEY(printing_id) REFERENCES printings (id)
);

CREATE INDEX ix_legality_card_id ON legality (card_id);

CREATE INDEX ix_legality_printing_id ON legality (printing_id);

INSERT INTO alembic_version (version_num) VALUES ('0001');
