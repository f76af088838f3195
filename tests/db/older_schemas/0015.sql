DROP INDEX uq_holdings_printing;

DROP INDEX uq_holdings_card;

DROP INDEX uq_wants_printing;

DROP INDEX uq_wants_card;

ALTER TABLE batches ADD COLUMN person INTEGER DEFAULT '0' NOT NULL;

CREATE INDEX ix_batches_person ON batches (person, id);

ALTER TABLE decks ADD COLUMN person INTEGER DEFAULT '0' NOT NULL;

ALTER TABLE holdings ADD COLUMN person INTEGER DEFAULT '0' NOT NULL;

CREATE INDEX ix_holdings_person ON holdings (person);

CREATE UNIQUE INDEX uq_holdings_card ON holdings (card_id, condition, language, finish, location, person) WHERE printing_id IS NULL;

CREATE UNIQUE INDEX uq_holdings_printing ON holdings (printing_id, condition, language, finish, location, person) WHERE printing_id IS NOT NULL;

ALTER TABLE wants ADD COLUMN person INTEGER DEFAULT '0' NOT NULL;

CREATE INDEX ix_wants_person ON wants (person);

CREATE UNIQUE INDEX uq_wants_card ON wants (card_id, person) WHERE printing_id IS NULL;

CREATE UNIQUE INDEX uq_wants_printing ON wants (printing_id, person) WHERE printing_id IS NOT NULL;

UPDATE alembic_version SET version_num='0015' WHERE alembic_version.version_num = '0014';
