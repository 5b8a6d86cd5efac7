ALTER TABLE `users` ADD `invited_at` text;--> statement-breakpoint
ALTER TABLE `users` ADD `signed_in_at` text;
--> statement-breakpoint
UPDATE users SET invited_at = (SELECT max(at) FROM audit WHERE on_type = 'user' AND on_id = users.id AND what = 'employee.invited');
--> statement-breakpoint
UPDATE users SET signed_in_at = (SELECT max(created_at) FROM sessions WHERE user_id = users.id AND impersonator_id IS NULL);
--> statement-breakpoint
-- Every three characters of a person's name, employee number and email address, so that any part of them finds the person.
CREATE VIRTUAL TABLE person_parts USING fts5(words, tokenize = 'trigram', content = '', contentless_delete = 1);
--> statement-breakpoint
INSERT INTO person_parts (rowid, words) SELECT id, forenames || ' ' || surname || char(10) || coalesce(employee_number, '') || char(10) || coalesce(email, '') FROM users;
--> statement-breakpoint
CREATE TRIGGER person_parts_added AFTER INSERT ON users BEGIN
  INSERT INTO person_parts (rowid, words) VALUES (NEW.id, NEW.forenames || ' ' || NEW.surname || char(10) || coalesce(NEW.employee_number, '') || char(10) || coalesce(NEW.email, ''));
END;
--> statement-breakpoint
CREATE TRIGGER person_parts_changed AFTER UPDATE OF forenames, surname, employee_number, email ON users WHEN OLD.forenames IS NOT NEW.forenames OR OLD.surname IS NOT NEW.surname OR OLD.employee_number IS NOT NEW.employee_number OR OLD.email IS NOT NEW.email BEGIN
  DELETE FROM person_parts WHERE rowid = OLD.id;
  INSERT INTO person_parts (rowid, words) VALUES (NEW.id, NEW.forenames || ' ' || NEW.surname || char(10) || coalesce(NEW.employee_number, '') || char(10) || coalesce(NEW.email, ''));
END;
--> statement-breakpoint
CREATE TRIGGER person_parts_removed AFTER DELETE ON users BEGIN
  DELETE FROM person_parts WHERE rowid = OLD.id;
END;
