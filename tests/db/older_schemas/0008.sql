CREATE TABLE translations (
    id INTEGER NOT NULL,
    game VARCHAR NOT NULL,
    image_key VARCHAR NOT NULL,
    language VARCHAR NOT NULL,
    name VARCHAR NOT NULL,
    name_key VARCHAR NOT NULL,
    title_key VARCHAR NOT NULL,
    CONSTRAINT pk_translations PRIMARY KEY (id),
    CONSTRAINT fk_translations_game_games FOREIGN KEY(game) REFERENCES games (code)
);

CREATE INDEX ix_translations_name ON translations (game, name_key);

CREATE INDEX ix_translations_printing ON translations (game, image_key);

CREATE INDEX ix_translations_title ON translations (game, title_key);

UPDATE alembic_version SET version_num='0008' WHERE alembic_version.version_num = '0007';
