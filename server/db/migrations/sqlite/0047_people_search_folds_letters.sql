-- A name with accents or a typographic apostrophe is found as most keyboards write it.
DROP TRIGGER person_parts_added;
--> statement-breakpoint
DROP TRIGGER person_parts_changed;
--> statement-breakpoint
DROP TRIGGER person_parts_removed;
--> statement-breakpoint
DROP TABLE person_parts;
--> statement-breakpoint
CREATE VIRTUAL TABLE person_parts USING fts5(words, tokenize = 'trigram remove_diacritics 1', content = '', contentless_delete = 1);
--> statement-breakpoint
INSERT INTO person_parts (rowid, words) SELECT id, replace(replace(replace(replace(replace(replace(replace(replace(replace(forenames || ' ' || surname || char(10) || coalesce(employee_number, '') || char(10) || coalesce(email, ''), 'Ł', 'L'), 'ł', 'l'), 'Ø', 'O'), 'ø', 'o'), 'Đ', 'D'), 'đ', 'd'), '’', ''''), '‘', ''''), 'ʼ', '''') FROM users;
--> statement-breakpoint
CREATE TRIGGER person_parts_added AFTER INSERT ON users BEGIN
  INSERT INTO person_parts (rowid, words) VALUES (NEW.id, replace(replace(replace(replace(replace(replace(replace(replace(replace(NEW.forenames || ' ' || NEW.surname || char(10) || coalesce(NEW.employee_number, '') || char(10) || coalesce(NEW.email, ''), 'Ł', 'L'), 'ł', 'l'), 'Ø', 'O'), 'ø', 'o'), 'Đ', 'D'), 'đ', 'd'), '’', ''''), '‘', ''''), 'ʼ', ''''));
END;
--> statement-breakpoint
CREATE TRIGGER person_parts_changed AFTER UPDATE OF forenames, surname, employee_number, email ON users WHEN OLD.forenames IS NOT NEW.forenames OR OLD.surname IS NOT NEW.surname OR OLD.employee_number IS NOT NEW.employee_number OR OLD.email IS NOT NEW.email BEGIN
  DELETE FROM person_parts WHERE rowid = OLD.id;
  INSERT INTO person_parts (rowid, words) VALUES (NEW.id, replace(replace(replace(replace(replace(replace(replace(replace(replace(NEW.forenames || ' ' || NEW.surname || char(10) || coalesce(NEW.employee_number, '') || char(10) || coalesce(NEW.email, ''), 'Ł', 'L'), 'ł', 'l'), 'Ø', 'O'), 'ø', 'o'), 'Đ', 'D'), 'đ', 'd'), '’', ''''), '‘', ''''), 'ʼ', ''''));
END;
--> statement-breakpoint
CREATE TRIGGER person_parts_removed AFTER DELETE ON users BEGIN
  DELETE FROM person_parts WHERE rowid = OLD.id;
END;
