DROP INDEX "orders_newest";--> statement-breakpoint
CREATE INDEX "users_by_name" ON "users" USING btree ("surname","forenames","id","role") WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "orders_newest" ON "orders" USING btree ("submitted_at" DESC NULLS LAST,"id" DESC NULLS LAST,"status","account_id","delivery_site_id","requester_id","client_po_reference") WHERE "orders"."deleted_at" is null;
--> statement-breakpoint
DROP INDEX orders_by_postcode;
--> statement-breakpoint
CREATE INDEX orders_by_postcode ON orders ((upper(replace(delivery_address ->> 'postcode', ' ', ''))) COLLATE "C") WHERE deleted_at IS NULL;
