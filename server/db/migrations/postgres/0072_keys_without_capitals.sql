DROP INDEX "clothing_sets_name";--> statement-breakpoint
DROP INDEX "products_barcode";--> statement-breakpoint
DROP INDEX "users_number";--> statement-breakpoint
ALTER TABLE "clothing_sets" ADD COLUMN "key_clash" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "key_clash" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "key_clash" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "error_codes" ADD COLUMN "key_clash" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "key_clash" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "employee_roles" ADD COLUMN "key_clash" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sites" ADD COLUMN "key_clash" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "key_clash" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Keys that capitals alone tell apart stay as they are: the later ones are marked, and the office is told of them.
UPDATE products SET key_clash = id WHERE id IN (
	SELECT id FROM (SELECT id, row_number() OVER (PARTITION BY translate("sku", 'ABCDEFGHIJKLMNOPQRSTUVWXYZÀÁÂÄÅÇÈÉÊËÍÎÏÑÓÔÖØÙÚÛÜŴŶ', 'abcdefghijklmnopqrstuvwxyzàáâäåçèéêëíîïñóôöøùúûüŵŷ') ORDER BY id) AS place FROM products) AS placed WHERE place > 1
);--> statement-breakpoint
UPDATE products SET key_clash = id WHERE id IN (
	SELECT id FROM (SELECT id, row_number() OVER (PARTITION BY translate("barcode", 'ABCDEFGHIJKLMNOPQRSTUVWXYZÀÁÂÄÅÇÈÉÊËÍÎÏÑÓÔÖØÙÚÛÜŴŶ', 'abcdefghijklmnopqrstuvwxyzàáâäåçèéêëíîïñóôöøùúûüŵŷ') ORDER BY id) AS place FROM products WHERE deleted_at IS NULL AND barcode IS NOT NULL) AS placed WHERE place > 1
);--> statement-breakpoint
UPDATE suppliers SET key_clash = id WHERE id IN (
	SELECT id FROM (SELECT id, row_number() OVER (PARTITION BY translate("code", 'ABCDEFGHIJKLMNOPQRSTUVWXYZÀÁÂÄÅÇÈÉÊËÍÎÏÑÓÔÖØÙÚÛÜŴŶ', 'abcdefghijklmnopqrstuvwxyzàáâäåçèéêëíîïñóôöøùúûüŵŷ') ORDER BY id) AS place FROM suppliers) AS placed WHERE place > 1
);--> statement-breakpoint
UPDATE error_codes SET key_clash = id WHERE id IN (
	SELECT id FROM (SELECT id, row_number() OVER (PARTITION BY translate("code", 'ABCDEFGHIJKLMNOPQRSTUVWXYZÀÁÂÄÅÇÈÉÊËÍÎÏÑÓÔÖØÙÚÛÜŴŶ', 'abcdefghijklmnopqrstuvwxyzàáâäåçèéêëíîïñóôöøùúûüŵŷ') ORDER BY id) AS place FROM error_codes) AS placed WHERE place > 1
);--> statement-breakpoint
UPDATE accounts SET key_clash = id WHERE id IN (
	SELECT id FROM (SELECT id, row_number() OVER (PARTITION BY translate("reference", 'ABCDEFGHIJKLMNOPQRSTUVWXYZÀÁÂÄÅÇÈÉÊËÍÎÏÑÓÔÖØÙÚÛÜŴŶ', 'abcdefghijklmnopqrstuvwxyzàáâäåçèéêëíîïñóôöøùúûüŵŷ') ORDER BY id) AS place FROM accounts WHERE reference <> '') AS placed WHERE place > 1
);--> statement-breakpoint
UPDATE employee_roles SET key_clash = id WHERE id IN (
	SELECT id FROM (SELECT id, row_number() OVER (PARTITION BY account_id, translate("name", 'ABCDEFGHIJKLMNOPQRSTUVWXYZÀÁÂÄÅÇÈÉÊËÍÎÏÑÓÔÖØÙÚÛÜŴŶ', 'abcdefghijklmnopqrstuvwxyzàáâäåçèéêëíîïñóôöøùúûüŵŷ') ORDER BY id) AS place FROM employee_roles WHERE deleted_at IS NULL) AS placed WHERE place > 1
);--> statement-breakpoint
UPDATE sites SET key_clash = id WHERE id IN (
	SELECT id FROM (SELECT id, row_number() OVER (PARTITION BY account_id, translate("name", 'ABCDEFGHIJKLMNOPQRSTUVWXYZÀÁÂÄÅÇÈÉÊËÍÎÏÑÓÔÖØÙÚÛÜŴŶ', 'abcdefghijklmnopqrstuvwxyzàáâäåçèéêëíîïñóôöøùúûüŵŷ') ORDER BY id) AS place FROM sites WHERE deleted_at IS NULL) AS placed WHERE place > 1
);--> statement-breakpoint
UPDATE clothing_sets SET key_clash = id WHERE id IN (
	SELECT id FROM (SELECT id, row_number() OVER (PARTITION BY account_id, translate("name", 'ABCDEFGHIJKLMNOPQRSTUVWXYZÀÁÂÄÅÇÈÉÊËÍÎÏÑÓÔÖØÙÚÛÜŴŶ', 'abcdefghijklmnopqrstuvwxyzàáâäåçèéêëíîïñóôöøùúûüŵŷ') ORDER BY id) AS place FROM clothing_sets WHERE deleted_at IS NULL) AS placed WHERE place > 1
);--> statement-breakpoint
UPDATE users SET key_clash = id WHERE id IN (
	SELECT id FROM (SELECT id, row_number() OVER (PARTITION BY account_id, translate("employee_number", 'ABCDEFGHIJKLMNOPQRSTUVWXYZÀÁÂÄÅÇÈÉÊËÍÎÏÑÓÔÖØÙÚÛÜŴŶ', 'abcdefghijklmnopqrstuvwxyzàáâäåçèéêëíîïñóôöøùúûüŵŷ') ORDER BY id) AS place FROM users WHERE deleted_at IS NULL AND account_id IS NOT NULL AND employee_number IS NOT NULL) AS placed WHERE place > 1
);--> statement-breakpoint
CREATE UNIQUE INDEX "products_key" ON "products" USING btree (translate("sku", 'ABCDEFGHIJKLMNOPQRSTUVWXYZÀÁÂÄÅÇÈÉÊËÍÎÏÑÓÔÖØÙÚÛÜŴŶ', 'abcdefghijklmnopqrstuvwxyzàáâäåçèéêëíîïñóôöøùúûüŵŷ'),"key_clash");--> statement-breakpoint
CREATE UNIQUE INDEX "suppliers_key" ON "suppliers" USING btree (translate("code", 'ABCDEFGHIJKLMNOPQRSTUVWXYZÀÁÂÄÅÇÈÉÊËÍÎÏÑÓÔÖØÙÚÛÜŴŶ', 'abcdefghijklmnopqrstuvwxyzàáâäåçèéêëíîïñóôöøùúûüŵŷ'),"key_clash");--> statement-breakpoint
CREATE UNIQUE INDEX "error_codes_key" ON "error_codes" USING btree (translate("code", 'ABCDEFGHIJKLMNOPQRSTUVWXYZÀÁÂÄÅÇÈÉÊËÍÎÏÑÓÔÖØÙÚÛÜŴŶ', 'abcdefghijklmnopqrstuvwxyzàáâäåçèéêëíîïñóôöøùúûüŵŷ'),"key_clash");--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_reference" ON "accounts" USING btree (translate("reference", 'ABCDEFGHIJKLMNOPQRSTUVWXYZÀÁÂÄÅÇÈÉÊËÍÎÏÑÓÔÖØÙÚÛÜŴŶ', 'abcdefghijklmnopqrstuvwxyzàáâäåçèéêëíîïñóôöøùúûüŵŷ'),"key_clash") WHERE "accounts"."reference" <> '';--> statement-breakpoint
CREATE UNIQUE INDEX "employee_roles_name" ON "employee_roles" USING btree ("account_id",translate("name", 'ABCDEFGHIJKLMNOPQRSTUVWXYZÀÁÂÄÅÇÈÉÊËÍÎÏÑÓÔÖØÙÚÛÜŴŶ', 'abcdefghijklmnopqrstuvwxyzàáâäåçèéêëíîïñóôöøùúûüŵŷ'),"key_clash") WHERE "employee_roles"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "sites_name" ON "sites" USING btree ("account_id",translate("name", 'ABCDEFGHIJKLMNOPQRSTUVWXYZÀÁÂÄÅÇÈÉÊËÍÎÏÑÓÔÖØÙÚÛÜŴŶ', 'abcdefghijklmnopqrstuvwxyzàáâäåçèéêëíîïñóôöøùúûüŵŷ'),"key_clash") WHERE "sites"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "clothing_sets_name" ON "clothing_sets" USING btree ("account_id",translate("name", 'ABCDEFGHIJKLMNOPQRSTUVWXYZÀÁÂÄÅÇÈÉÊËÍÎÏÑÓÔÖØÙÚÛÜŴŶ', 'abcdefghijklmnopqrstuvwxyzàáâäåçèéêëíîïñóôöøùúûüŵŷ'),"key_clash") WHERE "clothing_sets"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "products_barcode" ON "products" USING btree (translate("barcode", 'ABCDEFGHIJKLMNOPQRSTUVWXYZÀÁÂÄÅÇÈÉÊËÍÎÏÑÓÔÖØÙÚÛÜŴŶ', 'abcdefghijklmnopqrstuvwxyzàáâäåçèéêëíîïñóôöøùúûüŵŷ'),"key_clash") WHERE "products"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "users_number" ON "users" USING btree ("account_id",translate("employee_number", 'ABCDEFGHIJKLMNOPQRSTUVWXYZÀÁÂÄÅÇÈÉÊËÍÎÏÑÓÔÖØÙÚÛÜŴŶ', 'abcdefghijklmnopqrstuvwxyzàáâäåçèéêëíîïñóôöøùúûüŵŷ'),"key_clash") WHERE "users"."deleted_at" is null;