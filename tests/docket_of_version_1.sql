BEGIN TRANSACTION;
CREATE TABLE docket_about (
	format VARCHAR(40) NOT NULL, 
	version INTEGER NOT NULL, 
	created VARCHAR(27) NOT NULL, 
	PRIMARY KEY (format)
);
INSERT INTO "docket_about" VALUES('ninevears-docket',1,'2026-03-01T12:00:00.000000Z');
CREATE TABLE docket_case_clauses (
	"case" INTEGER NOT NULL, 
	clause VARCHAR(60) NOT NULL, 
	PRIMARY KEY ("case", clause), 
	FOREIGN KEY("case") REFERENCES docket_cases (number)
);
INSERT INTO "docket_case_clauses" VALUES(2,'NY 11.1.2');
INSERT INTO "docket_case_clauses" VALUES(2,'NY 12.2.3');
INSERT INTO "docket_case_clauses" VALUES(2,'NY 11.2.1');
INSERT INTO "docket_case_clauses" VALUES(2,'NY 17.3');
INSERT INTO "docket_case_clauses" VALUES(5,'NY 13.5.4');
CREATE TABLE docket_cases (
	number INTEGER NOT NULL, 
	game INTEGER, 
	system VARCHAR(20) NOT NULL, 
	question VARCHAR(100) NOT NULL, 
	verdict VARCHAR(20) NOT NULL, 
	"case" TEXT NOT NULL, 
	ruling TEXT NOT NULL, 
	in_force TEXT NOT NULL, 
	rules VARCHAR(64), 
	claims TEXT NOT NULL, 
	corrects INTEGER, 
	words TEXT NOT NULL, 
	PRIMARY KEY (number), 
	FOREIGN KEY(number) REFERENCES docket_entries (number), 
	FOREIGN KEY(game) REFERENCES docket_games (number), 
	FOREIGN KEY(rules) REFERENCES docket_rules (digest), 
	FOREIGN KEY(corrects) REFERENCES docket_cases (number)
);
INSERT INTO "docket_cases" VALUES(2,1,'NY','loc','no','{"format": "ninevears-case/1", "system": "NY", "question": "loc", "title": "A garrison under siege", "given": {"space": "Barcelona", "side": "Alliance", "purpose": "reinforcement", "power": "Spain", "changes": [{"set": "besieged", "space": "Barcelona", "by": "Bourbon"}]}}','{"format": "ninevears-ruling/1", "system": "NY", "question": "loc", "verdict": "no", "says": "Barcelona has no line of communication for the Alliance side.", "answer": {"supplied": false, "limited": false, "path": null, "source": null, "reached": ["Barcelona"], "restored_by": [], "restored_by_sea": []}, "steps": [{"clause": "NY 11.1.2", "basis": "text", "says": "Asked: a line from Barcelona for the Alliance side, to place a Spanish corps.", "values": {"space": "Barcelona", "side": "Alliance", "power": "Spain"}}, {"clause": "NY 12.2.3", "basis": "text", "says": "A corps is placed where a line runs to its own power''s capital.", "values": {"side": "Alliance"}}, {"clause": "NY 11.2.1", "basis": "text", "says": "Only a capital of Spain serves, no other power''s: Madrid.", "values": {"side": "Alliance", "power": "Spain", "sources": "Madrid"}}], "violations": [{"clause": "NY 17.3", "basis": "kit", "says": "Barcelona is besieged, and a garrison inside traces no line.", "facts": {"space": "Barcelona"}, "remedy": "the siege of Barcelona is lifted", "mends": [[{"set": "besieged", "space": "Barcelona", "by": null}]]}], "readings": [{"name": "besieged-garrison", "clause": "NY 17.3", "chosen": "cut", "means": "from inside a besieged fortress no line can be traced to place or restore a corps", "reason": "Besieged corps trace no line by the kit''s 17.3; the source speaks only of lines that pass such a fortress.", "others": [{"option": "limited", "means": "a line may begin in a besieged friendly fortress and is then limited (11.1.4)", "verdict": "yes", "says": "Barcelona has a limited line of communication to Madrid.", "answer": {"supplied": true, "limited": true, "path": ["Barcelona", "Valencia", "Madrid"], "source": "Madrid"}}]}], "rules": [], "dice": [], "odds": {}}','{"readings": {}, "rules": {}, "precedents": [], "kit": "0.1.0", "consulted": {"readings": ["barcelona", "besieged-garrison"], "tables": ["scenario"]}}',NULL,'{"Alliance": "The sea feeds it.", "Bourbon": "Cut off is cut off."}',NULL,'a garrison under siege
loc
barcelona has no line of communication for the alliance side.
ny 11.1.2 asked: a line from barcelona for the alliance side, to place a spanish corps.
ny 12.2.3 a corps is placed where a line runs to its own power''s capital.
ny 11.2.1 only a capital of spain serves, no other power''s: madrid.
ny 17.3 barcelona is besieged, and a garrison inside traces no line.
the siege of barcelona is lifted
besieged-garrison cut from inside a besieged fortress no line can be traced to place or restore a corps
alliance
bourbon
the sea feeds it.
cut off is cut off.');
INSERT INTO "docket_cases" VALUES(5,NULL,'NY','rally','result','{"format": "ninevears-case/1", "system": "NY", "question": "rally", "given": {"rating": 5}}','{"format": "ninevears-ruling/1", "system": "NY", "question": "rally", "verdict": "result", "says": "The leader may rally 3 corps in one action.", "answer": {"limit": 3}, "steps": [{"clause": "NY 13.5.4", "basis": "text", "says": "A leader of command rating 5 rallies up to 3 corps: half his rating, rounded up.", "values": {"rating": 5, "limit": 3}}], "violations": [], "readings": [], "rules": [], "dice": [], "odds": {}}','{"readings": {"besieged-garrison": "limited"}, "rules": {}, "precedents": [4], "kit": "0.1.0", "consulted": {"readings": [], "tables": []}}','784002e078ab9aa0cba90e650dd6b00eb4946c879b773e20384af5824d8eec90','{}',NULL,'rally
the leader may rally 3 corps in one action.
ny 13.5.4 a leader of command rating 5 rallies up to 3 corps: half his rating, rounded up.');
CREATE TABLE docket_decisions (
	number INTEGER NOT NULL, 
	"case" INTEGER NOT NULL, 
	kind VARCHAR(20) NOT NULL, 
	verdict VARCHAR(20) NOT NULL, 
	reason TEXT NOT NULL, 
	position TEXT, 
	corrects INTEGER, 
	words TEXT NOT NULL, 
	PRIMARY KEY (number), 
	FOREIGN KEY(number) REFERENCES docket_entries (number), 
	FOREIGN KEY("case") REFERENCES docket_cases (number), 
	FOREIGN KEY(corrects) REFERENCES docket_decisions (number)
);
INSERT INTO "docket_decisions" VALUES(3,2,'override','yes','The sea is open',NULL,NULL,'override
yes
the sea is open');
INSERT INTO "docket_decisions" VALUES(6,5,'follow','result','',NULL,NULL,'follow');
INSERT INTO "docket_decisions" VALUES(7,5,'override','illegal','A house rule',NULL,6,'override
illegal
a house rule');
CREATE TABLE docket_entries (
	number INTEGER NOT NULL, 
	kind VARCHAR(20) NOT NULL, 
	written VARCHAR(27) NOT NULL, 
	"by" VARCHAR(200) NOT NULL, 
	digest VARCHAR(64) NOT NULL, 
	PRIMARY KEY (number)
);
INSERT INTO "docket_entries" VALUES(1,'game','2026-03-01T12:01:00.000000Z','Umpire','e7e8ee1d1fce944f6d8a08c1ab76cd372dec70850b434b77f2862fa6adf91a1a');
INSERT INTO "docket_entries" VALUES(2,'case','2026-03-01T12:02:00.000000Z','Umpire','fec616c3fa156fbd4baeb553e1804eb4a744cda15d3e70520a81b1dc4650adeb');
INSERT INTO "docket_entries" VALUES(3,'decision','2026-03-01T12:03:00.000000Z','Umpire','0a6f8049da2dd8aa1873b81fdc6a0fda7e7f93cba6b52d30efd952c8a436e1f5');
INSERT INTO "docket_entries" VALUES(4,'precedent','2026-03-01T12:04:00.000000Z','Umpire','8ae61ecfefcb80a0b0c65e2e4deeec65ce1127a7a4142881c2070529548b5fa0');
INSERT INTO "docket_entries" VALUES(5,'case','2026-03-01T12:05:00.000000Z','','f3aad77e1510dfb68da503c4f48bd2a5f0ea709cda4de585d3517c973c197792');
INSERT INTO "docket_entries" VALUES(6,'decision','2026-03-01T12:06:00.000000Z','Umpire','ca2a2df97d5dffff4ade64583a044e7dd7602b8305e1b5b4ff730f130bd7e625');
INSERT INTO "docket_entries" VALUES(7,'decision','2026-03-01T12:07:00.000000Z','Umpire','527ab207afc784f99c2f9b64adf1f65605393d4d03b63f6b2417d6b5d8d00e46');
CREATE TABLE docket_games (
	number INTEGER NOT NULL, 
	game INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	form VARCHAR(10) NOT NULL, 
	text TEXT NOT NULL, 
	rules VARCHAR(64), 
	corrects INTEGER, 
	words TEXT NOT NULL, 
	PRIMARY KEY (number), 
	FOREIGN KEY(number) REFERENCES docket_entries (number), 
	FOREIGN KEY(rules) REFERENCES docket_rules (digest), 
	FOREIGN KEY(corrects) REFERENCES docket_games (number)
);
INSERT INTO "docket_games" VALUES(1,1,'Anna against Ben','log','ninevears-log/2
scenario: 1688
seed: 3
reading: barcelona = none

# 1688, event phase
Bourbon: first Bourbon
Bourbon: strengthen
Alliance: pass
  roll 1  (King William''s War)

# 1688, reinforcement phase
Bourbon: first Bourbon
Bourbon: raise France, Perpignan, reduced
Bourbon: raise France, Bordeaux, reduced
Bourbon: line Strasbourg
Bourbon: restore France reduced, Bordeaux
Bourbon: restore France reduced, Luxembourg
Bourbon: reassign Catinat
',NULL,NULL,'anna against ben');
CREATE TABLE docket_precedents (
	number INTEGER NOT NULL, 
	"case" INTEGER NOT NULL, 
	change TEXT NOT NULL, 
	reason TEXT NOT NULL, 
	changed TEXT NOT NULL, 
	corrects INTEGER, 
	words TEXT NOT NULL, 
	PRIMARY KEY (number), 
	FOREIGN KEY(number) REFERENCES docket_entries (number), 
	FOREIGN KEY("case") REFERENCES docket_cases (number), 
	FOREIGN KEY(corrects) REFERENCES docket_precedents (number)
);
INSERT INTO "docket_precedents" VALUES(4,2,'{"readings": {"besieged-garrison": "limited"}, "rules": {}}','So it has always been played','[{"number": 2, "kind": "case", "title": "A garrison under siege", "on_record": "no", "before": {"verdict": "no", "says": "Barcelona has no line of communication for the Alliance side.", "answer": {"supplied": false, "limited": false, "path": null, "source": null, "reached": ["Barcelona"], "restored_by": [], "restored_by_sea": []}, "violations": ["NY 17.3"]}, "after": {"verdict": "yes", "says": "Barcelona has a limited line of communication to Madrid.", "answer": {"supplied": true, "limited": true, "path": ["Barcelona", "Valencia", "Madrid"], "source": "Madrid"}, "violations": []}, "differs": ["verdict", "says", "answer", "violations"]}]',NULL,'so it has always been played
besieged-garrison
limited');
CREATE TABLE docket_rules (
	digest VARCHAR(64) NOT NULL, 
	name TEXT NOT NULL, 
	files TEXT NOT NULL, 
	PRIMARY KEY (digest)
);
INSERT INTO "docket_rules" VALUES('784002e078ab9aa0cba90e650dd6b00eb4946c879b773e20384af5824d8eec90','house.toml','{"house.toml": "format = \"ninevears-rules/1\"\n[stacking]\nlimit = 10\n"}');
CREATE INDEX ix_docket_entries_written ON docket_entries (written);
CREATE INDEX ix_docket_games_game ON docket_games (game);
CREATE INDEX ix_docket_cases_game ON docket_cases (game);
CREATE INDEX ix_docket_cases_question ON docket_cases (question);
CREATE INDEX docket_cases_system ON docket_cases (system, number);
CREATE INDEX ix_docket_case_clauses_clause ON docket_case_clauses (clause);
CREATE INDEX ix_docket_decisions_corrects ON docket_decisions (corrects);
CREATE INDEX ix_docket_decisions_case ON docket_decisions ("case");
CREATE INDEX ix_docket_precedents_case ON docket_precedents ("case");
CREATE TRIGGER docket_about_no_update BEFORE UPDATE ON docket_about BEGIN SELECT RAISE(ABORT, 'the docket only grows: rows are added, never changed or taken away'); END;
CREATE TRIGGER docket_about_no_delete BEFORE DELETE ON docket_about BEGIN SELECT RAISE(ABORT, 'the docket only grows: rows are added, never changed or taken away'); END;
CREATE TRIGGER docket_about_no_replace BEFORE INSERT ON docket_about WHEN EXISTS (SELECT 1 FROM docket_about WHERE "format" = NEW."format") BEGIN SELECT RAISE(ABORT, 'the docket only grows: rows are added, never changed or taken away'); END;
CREATE TRIGGER docket_entries_no_update BEFORE UPDATE ON docket_entries BEGIN SELECT RAISE(ABORT, 'the docket only grows: rows are added, never changed or taken away'); END;
CREATE TRIGGER docket_entries_no_delete BEFORE DELETE ON docket_entries BEGIN SELECT RAISE(ABORT, 'the docket only grows: rows are added, never changed or taken away'); END;
CREATE TRIGGER docket_entries_no_replace BEFORE INSERT ON docket_entries WHEN EXISTS (SELECT 1 FROM docket_entries WHERE "number" = NEW."number") BEGIN SELECT RAISE(ABORT, 'the docket only grows: rows are added, never changed or taken away'); END;
CREATE TRIGGER docket_rules_no_update BEFORE UPDATE ON docket_rules BEGIN SELECT RAISE(ABORT, 'the docket only grows: rows are added, never changed or taken away'); END;
CREATE TRIGGER docket_rules_no_delete BEFORE DELETE ON docket_rules BEGIN SELECT RAISE(ABORT, 'the docket only grows: rows are added, never changed or taken away'); END;
CREATE TRIGGER docket_rules_no_replace BEFORE INSERT ON docket_rules WHEN EXISTS (SELECT 1 FROM docket_rules WHERE "digest" = NEW."digest") BEGIN SELECT RAISE(ABORT, 'the docket only grows: rows are added, never changed or taken away'); END;
CREATE TRIGGER docket_games_no_update BEFORE UPDATE ON docket_games BEGIN SELECT RAISE(ABORT, 'the docket only grows: rows are added, never changed or taken away'); END;
CREATE TRIGGER docket_games_no_delete BEFORE DELETE ON docket_games BEGIN SELECT RAISE(ABORT, 'the docket only grows: rows are added, never changed or taken away'); END;
CREATE TRIGGER docket_games_no_replace BEFORE INSERT ON docket_games WHEN EXISTS (SELECT 1 FROM docket_games WHERE "number" = NEW."number") BEGIN SELECT RAISE(ABORT, 'the docket only grows: rows are added, never changed or taken away'); END;
CREATE TRIGGER docket_cases_no_update BEFORE UPDATE ON docket_cases BEGIN SELECT RAISE(ABORT, 'the docket only grows: rows are added, never changed or taken away'); END;
CREATE TRIGGER docket_cases_no_delete BEFORE DELETE ON docket_cases BEGIN SELECT RAISE(ABORT, 'the docket only grows: rows are added, never changed or taken away'); END;
CREATE TRIGGER docket_cases_no_replace BEFORE INSERT ON docket_cases WHEN EXISTS (SELECT 1 FROM docket_cases WHERE "number" = NEW."number") BEGIN SELECT RAISE(ABORT, 'the docket only grows: rows are added, never changed or taken away'); END;
CREATE TRIGGER docket_case_clauses_no_update BEFORE UPDATE ON docket_case_clauses BEGIN SELECT RAISE(ABORT, 'the docket only grows: rows are added, never changed or taken away'); END;
CREATE TRIGGER docket_case_clauses_no_delete BEFORE DELETE ON docket_case_clauses BEGIN SELECT RAISE(ABORT, 'the docket only grows: rows are added, never changed or taken away'); END;
CREATE TRIGGER docket_case_clauses_no_replace BEFORE INSERT ON docket_case_clauses WHEN EXISTS (SELECT 1 FROM docket_case_clauses WHERE "case" = NEW."case" AND "clause" = NEW."clause") BEGIN SELECT RAISE(ABORT, 'the docket only grows: rows are added, never changed or taken away'); END;
CREATE TRIGGER docket_decisions_no_update BEFORE UPDATE ON docket_decisions BEGIN SELECT RAISE(ABORT, 'the docket only grows: rows are added, never changed or taken away'); END;
CREATE TRIGGER docket_decisions_no_delete BEFORE DELETE ON docket_decisions BEGIN SELECT RAISE(ABORT, 'the docket only grows: rows are added, never changed or taken away'); END;
CREATE TRIGGER docket_decisions_no_replace BEFORE INSERT ON docket_decisions WHEN EXISTS (SELECT 1 FROM docket_decisions WHERE "number" = NEW."number") BEGIN SELECT RAISE(ABORT, 'the docket only grows: rows are added, never changed or taken away'); END;
CREATE TRIGGER docket_precedents_no_update BEFORE UPDATE ON docket_precedents BEGIN SELECT RAISE(ABORT, 'the docket only grows: rows are added, never changed or taken away'); END;
CREATE TRIGGER docket_precedents_no_delete BEFORE DELETE ON docket_precedents BEGIN SELECT RAISE(ABORT, 'the docket only grows: rows are added, never changed or taken away'); END;
CREATE TRIGGER docket_precedents_no_replace BEFORE INSERT ON docket_precedents WHEN EXISTS (SELECT 1 FROM docket_precedents WHERE "number" = NEW."number") BEGIN SELECT RAISE(ABORT, 'the docket only grows: rows are added, never changed or taken away'); END;
COMMIT;
