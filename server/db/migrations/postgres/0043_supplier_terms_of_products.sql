ALTER TABLE "products" ADD COLUMN "successor_id" bigint;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "supplier_price" bigint;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "pack_size" integer;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "min_order_qty" integer;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "lead_time_days" integer;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "reorder_point" integer;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "wear_months" integer;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "measures" jsonb;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_successor_id_products_id_fk" FOREIGN KEY ("successor_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "products_discontinued" ON "products" USING btree ("discontinued_at") WHERE "products"."discontinued_at" is not null and "products"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "products_by_successor" ON "products" USING btree ("successor_id") WHERE "products"."successor_id" is not null;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_terms" CHECK ("products"."supplier_price" >= 0 and "products"."pack_size" >= 1 and "products"."min_order_qty" >= 1 and "products"."lead_time_days" >= 0 and "products"."reorder_point" >= 0 and "products"."wear_months" >= 1);--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_successor" CHECK ("products"."successor_id" <> "products"."id");