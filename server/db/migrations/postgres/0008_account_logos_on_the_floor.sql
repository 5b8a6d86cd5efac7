DROP TRIGGER accounts_stamp ON accounts;
--> statement-breakpoint
CREATE TRIGGER accounts_stamp AFTER UPDATE OF name, logo_file_id ON accounts FOR EACH ROW WHEN (OLD.name <> NEW.name OR OLD.logo_file_id IS DISTINCT FROM NEW.logo_file_id) EXECUTE FUNCTION sync_account();
