DROP INDEX "orders_by_status";--> statement-breakpoint
DROP INDEX "orders_of_account_by_status";--> statement-breakpoint
CREATE INDEX "orders_by_status" ON "orders" USING btree ("status","submitted_at" DESC NULLS LAST,"id" DESC NULLS LAST,"cancelled_at") WHERE "orders"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "orders_of_account_by_status" ON "orders" USING btree ("account_id","status","submitted_at","cancelled_at") WHERE "orders"."deleted_at" is null;