ALTER TABLE "order_lines" ADD COLUMN "hand" jsonb;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "hand" jsonb;--> statement-breakpoint
CREATE INDEX "orders_of_account_by_requester" ON "orders" USING btree ("account_id","requester_id","id") WHERE "orders"."deleted_at" is null;