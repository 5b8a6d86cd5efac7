-- Sets of one company that share a name are told apart before names have to differ.
update clothing_sets set name = name || ' (' || id || ')' where deleted_at is null and exists (select 1 from clothing_sets earlier where earlier.account_id = clothing_sets.account_id and lower(earlier.name) = lower(clothing_sets.name) and earlier.deleted_at is null and earlier.id < clothing_sets.id);
--> statement-breakpoint
CREATE UNIQUE INDEX "clothing_sets_name" ON "clothing_sets" USING btree ("account_id",lower("name")) WHERE "clothing_sets"."deleted_at" is null;
