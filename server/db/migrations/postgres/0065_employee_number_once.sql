-- A number that several people of a client have stays with the one who was added first; the others' show that they need a look.
UPDATE "users" SET "employee_number" = "employee_number" || ' (' || "id" || ')', "version" = "version" + 1 WHERE "id" IN (
	SELECT "id" FROM (
		SELECT "id", row_number() OVER (PARTITION BY "account_id", lower("employee_number") ORDER BY "id") AS "place"
		FROM "users" WHERE "deleted_at" IS NULL AND "account_id" IS NOT NULL AND "employee_number" IS NOT NULL
	) AS "numbered" WHERE "place" > 1
);--> statement-breakpoint
CREATE UNIQUE INDEX "users_number" ON "users" USING btree ("account_id",lower("employee_number")) WHERE "users"."deleted_at" is null;