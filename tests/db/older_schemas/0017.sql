CREATE TABLE trades (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    game VARCHAR NOT NULL,
    state VARCHAR NOT NULL,
    version INTEGER NOT NULL,
    made VARCHAR NOT NULL,
    until VARCHAR NOT NULL,
    CONSTRAINT state CHECK (state IN ('open', 'done', 'refused', 'undone')),
    FOREIGN KEY(game) REFERENCES games (code)
);

CREATE TABLE trade_people (
    trade_id INTEGER NOT NULL,
    person INTEGER NOT NULL,
    agreed INTEGER NOT NULL,
    batch INTEGER,
    PRIMARY KEY (trade_id, person),
    FOREIGN KEY(trade_id) REFERENCES trades (id)
);

CREATE INDEX ix_trade_people_person ON trade_people (person);

CREATE TABLE trade_copies (
    trade_id INTEGER NOT NULL,
    position INTEGER NOT NULL,
    giver INTEGER NOT NULL,
    taker INTEGER NOT NULL,
    card_id INTEGER NOT NULL,
    printing_id INTEGER,
    condition VARCHAR NOT NULL,
    language VARCHAR NOT NULL,
    finish VARCHAR NOT NULL,
    quantity INTEGER NOT NULL,
    name VARCHAR NOT NULL,
    PRIMARY KEY (trade_id, position),
    CONSTRAINT quantity CHECK (quantity > 0),
    FOREIGN KEY(trade_id) REFERENCES trades (id),
    FOREIGN KEY(card_id) REFERENCES cards (id),
    FOREIGN KEY(printing_id) REFERENCES printings (id)
);

CREATE INDEX ix_trade_copies_card_id ON trade_copies (card_id);

CREATE INDEX ix_trade_copies_giver ON trade_copies (giver);

UPDATE alembic_version SET version_num='0017' WHERE alembic_version.version_num = '0016';
