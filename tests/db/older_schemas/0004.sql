ALTER TABLE holdings ADD COLUMN dice INTEGER DEFAULT '0' NOT NULL CONSTRAINT ck_holdings_dice CHECK (dice >= 0);

ALTER TABLE wants ADD COLUMN dice INTEGER DEFAULT '0' NOT NULL CONSTRAINT ck_wants_dice CHECK (dice >= 0);

ALTER TABLE deck_lines ADD COLUMN reserved_dice INTEGER DEFAULT '0' NOT NULL CONSTRAINT ck_deck_lines_reserved_dice CHECK (reserved_dice >= 0);

ALTER TABLE deck_lines ADD COLUMN dice INTEGER CONSTRAINT ck_deck_lines_dice CHECK (dice >= 0);

ALTER TABLE deck_lines ADD COLUMN source_key VARCHAR;

UPDATE alembic_version SET version_num='0004' WHERE alembic_version.version_num = '0003';
